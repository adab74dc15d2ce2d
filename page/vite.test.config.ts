import { globSync } from "node:fs";

import { defineConfig } from "vite";

// The unit tests, each as one file that Node's own test runner takes.
export default defineConfig({
  build: {
    ssr: true,
    outDir: ".tests",
    emptyOutDir: true,
    rolldownOptions: {
      input: globSync("tests/*.test.ts"),
      output: { entryFileNames: "[name].js" },
    },
  },
});
