/**
 * Lint rules for problems that the compilers and Prettier don't catch. Each exception has a
 * comment that gives the reason.
 */
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
      // Type-aware rules need the generated wire types. `python -m tools.web_types --wire` writes
      // them, and so does `./test lint`.
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "off", // svelte/prefer-const accepts `let { … } = $props()`
      "svelte/prefer-const": ["error", { excludedRunes: ["$props", "$derived"] }],
      "no-undef": "off", // TypeScript reports undefined names and includes the DOM types.
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "svelte/no-useless-mustaches": "off", // {" "} is a space that Prettier keeps.
      // Maps and sets are either rebuilt or deliberately not reactive; rendered state uses $state.
      "svelte/prefer-svelte-reactivity": "off",
      // This rule can't tell which comments are needed; svelte-check can, and fails on every
      // warning.
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
      // ESLint treats components and their callbacks as `any`; svelte-check checks their types.
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
      // Tests contain handwritten server messages and assert their intended types.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
    },
  },
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked] },
);
