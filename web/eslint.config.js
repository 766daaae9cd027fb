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
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      // The types of the wire must be there: `python -m tools.web_types --wire` writes them, and so does `./test lint`.
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
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
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // To ESLint, a component and its callbacks are any. svelte-check knows their types.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["tests/**"],
    rules: {
      // Tests write by hand what a server sends, and say which type it is meant to be.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
    },
  },
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked] },
);
