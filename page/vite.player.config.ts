import { defineConfig } from "vite";

import { singleFile } from "./build/single-file.ts";

// The clip player: one HTML file with everything inside, which export/html.py fills with a clip.
export default defineConfig({
  root: "player",
  build: {
    outDir: "../../src/prehensile/export/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { input: "player/player.html" },
  },
  plugins: [singleFile()],
});
