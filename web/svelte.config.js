import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Without the version of Svelte in a global variable, every module is a few bytes shorter.
export default { preprocess: vitePreprocess(), compilerOptions: { discloseVersion: false } };
