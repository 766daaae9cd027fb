import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fonts } from "./fonts-plugin";
import { words } from "./words-plugin";

/** The address of `passgo serve` during web development. */
const SERVER = process.env["PASSGO_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [fonts(), words(), svelte()],
  // The tests run in Node but mount components as a browser does.
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  // Each test file gets a thread of its own. The pools with VM contexts take a third of the time, but
  // files that share a worker share its modules, so a test can see what another file left behind.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], pool: "threads" },
});
