/** All text comes from the word file, and everything in the word file is used somewhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type AST } from "svelte/compiler";
import { describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
const SOURCES = join(HERE, "../src");
const WORDS = join(HERE, "../../src/passgo/words/en.json");
const words = JSON.parse(readFileSync(WORDS, "utf-8")) as Record<string, Record<string, string>>;
const keys = Object.keys(words["web"]!);

const sources = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: "utf-8" })
    .filter((path) => /\.(svelte|ts)$/.test(path) && !path.startsWith("generated"))
    .map((path) => [path, readFileSync(join(SOURCES, path), "utf-8")] as const),
);
const all = [...sources.values()].join("\n");

/** Matches a call to `t` with one key, or with a choice of two keys. */
const CALL = /\bt\(\s*(?:[^"'`(){}]*?\?\s*)?"([^"]+)"(?:\s*:\s*"([^"]+)")?/g;
/** Matches a template string that may be a key. */
const BUILT = /`((?:[\w.]|\$\{[^}]*\})+)`/g;
/**
 * Matches the suffixes that `text` and `sentenceOfRule` append to a key: plural forms, and whether
 * a rule is on.
 */
const VARIANT = /\.(=0|zero|one|two|few|many|other|on|off)$/;

/**
 * Return a pattern for the keys that a template string can produce; placeholders may contain dots
 * only if the beginning is specific enough.
 */
function asKey(template: string): RegExp | undefined {
  const fixed = template.split(/\$\{[^}]*\}/);
  if (fixed.length < 2 || fixed.join("").replaceAll(".", "").length < 3) return undefined;
  const filled = /^(\w+\.\w+\..*)?$/.test(fixed[0]!) ? ".+" : "[^.]+";
  return new RegExp(`^${fixed.map((part) => part.replaceAll(".", "\\.")).join(filled)}$`);
}

describe("the word file", () => {
  it("has every key that is used", () => {
    const asked = [...all.matchAll(CALL)].flatMap(([, one, other]) => [one, other]);
    const known = new Set([...keys, ...keys.map((key) => key.replace(VARIANT, ""))]);
    const unknown = asked.filter((key) => key !== undefined && !known.has(key));
    expect(asked.length).toBeGreaterThan(300);
    expect(unknown).toEqual([]);
  });

  it("has no unused keys", () => {
    const literal = new Set([...all.matchAll(/"([\w.]+)"/g)].map(([, text]) => text!));
    const built = [...all.matchAll(BUILT)].flatMap(([, text]) => asKey(text!) ?? []);
    const used = (key: string) => literal.has(key) || built.some((pattern) => pattern.test(key));
    const idle = keys.filter((key) => !used(key) && !used(key.replace(VARIANT, "")));
    expect(idle).toEqual([]);
  });

  it("is sorted, so that keys are easy to find", () => {
    expect(keys).toEqual([...keys].sort());
  });
});

describe("the components", () => {
  const components = [...sources].filter(([path]) => path.endsWith(".svelte"));

  it.each(components)("%s has no text outside the word file", (_, text) => {
    expect(saidIn(text)).toEqual([]);
  });

  it("are reported if they contain literal text", () => {
    const text = `
      <script>const label = "fine";</script>
      <p class="fine">Hello {name}</p>
      <input placeholder="Your name" type="text" />
      <Button label="Go {where}">{ready ? "Ready" : t("wait")}</Button>
      {#if ready}<b title={\`At \${time}\`}>{t("fine")} · {"×"}</b>{/if}`;
    expect(saidIn(text)).toEqual(["Hello", "Your name", "Go", "Ready", "At"]);
  });
});

/** The attributes that are read out or shown. */
const SPOKEN = new Set(
  "alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext label legend placeholder title".split(
    " ",
  ),
);

/** Return the pieces of literal text in a component that contain letters. */
function saidIn(source: string): string[] {
  const said: string[] = [];
  const keep = (text: string): void => {
    if (/\p{L}/u.test(text)) said.push(text.trim());
  };
  type Value = { type: string; [part: string]: unknown };

  /**
   * Collect the strings that an expression can produce; arguments to function calls are not shown.
   */
  function value(node: Value): void {
    const both = node as Value & { left: Value; right: Value };
    if (node.type === "Literal" && typeof node["value"] === "string") keep(node["value"]);
    if (node.type === "TemplateLiteral")
      for (const { value } of node["quasis"] as { value: { raw: string } }[]) keep(value.raw);
    if (node.type === "ConditionalExpression") {
      value(node["consequent"] as Value);
      value(node["alternate"] as Value);
    }
    if (node.type === "LogicalExpression") value(both.right);
    if (node.type === "BinaryExpression" && node["operator"] === "+") {
      value(both.left);
      value(both.right);
    }
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const found = node as Value;
    if (found.type === undefined) return Object.values(found).forEach(visit);
    if (found.type === "Attribute") {
      const { name, value: parts } = found as unknown as AST.Attribute;
      if (!SPOKEN.has(name) || parts === true) return;
      return visit(parts);
    }
    if (found.type.endsWith("Directive") || found["name"] === "code") return; // styles and commands
    if (found.type === "Text") return keep(found["data"] as string);
    if (found.type === "ExpressionTag") return value(found["expression"] as Value);
    const { expression: _e, test: _t, context: _c, key: _k, ...rest } = found;
    Object.values(rest).forEach(visit);
  }

  visit(parse(source, { modern: true }).fragment);
  return said;
}
