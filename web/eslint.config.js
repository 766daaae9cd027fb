/** What the compilers and prettier do not see. An exception carries its reason on the line that makes it. */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["dist/", "src/generated/"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "off", // Svelte's `let { … } = $props()` is no mistake: svelte/prefer-const knows
      "svelte/prefer-const": ["error", { excludedRunes: ["$props", "$derived"] }],
      "no-undef": "off", // TypeScript finds them, and knows the types of the DOM as well
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "svelte/no-useless-mustaches": "off", // {" "} is a space that the formatter cannot lose
      // Maps and sets are rebuilt or deliberately not reactive; state that is drawn is $state.
      "svelte/prefer-svelte-reactivity": "off",
      // Only svelte-check, which fails on every warning, knows which comments are needed.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
);
