import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Asks for the Latin fonts at once: they are optional, and late ones are not used at all. */
const preloadFonts: Plugin = {
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => name.endsWith(".woff2") && !name.includes("cjk"))
        .map((name) => ({
          tag: "link",
          injectTo: "head" as const,
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: true },
        })),
  },
};

export default defineConfig({
  // Pages have paths of their own (/game/ID), so files are named from the root.
  base: "/",
  plugins: [svelte(), preloadFonts],
  build: {
    outDir: "../src/kikashi/studio/static",
    emptyOutDir: true,
    // An inlined asset would be a data: address, which the page's own policy forbids in scripts.
    assetsInlineLimit: 0,
    // What a page needs next is one request away on loopback; a list of it in the first script is not free.
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
