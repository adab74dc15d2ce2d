import { defineConfig } from "vite";

// The Stage's page: index.html and hashed files beside it, served by the Python package.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/prehensile/stage/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's policy allows files of its own only, no data: addresses
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
});
