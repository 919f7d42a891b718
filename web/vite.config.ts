import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Relative addresses, so that the page works wherever the server mounts it.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/kikashi/studio/static",
    emptyOutDir: true,
    // An inlined asset would be a data: address, which the page's own policy forbids in scripts.
    assetsInlineLimit: 0,
  },
});
