/**
 * Imports point one way: a folder imports only from lower folders, and there are no import cycles.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** The folders in web/src, lowest first. A folder imports only from the ones before it. */
const LAYERS = [
  "generated", // generated from the Python types
  "platform", // the browser: settings, addresses, shortcuts, screen readers
  "wire", // HTTP and the socket
  "game", // data from the board and the view, without words
  "say", // sentences
  "art", // drawings
  "common", // buttons, sheets, icons
  "table", // one table as this browser sees it
  "sound",
  "board",
  "host",
  "rules",
  "seating",
  "rematch",
  "deeds",
  "trade",
  "log",
  "players",
  "chat",
  "settings",
  "menu",
  "stage",
  "announce",
  "replay",
  "start",
  "newTable",
  "waitingRoom",
  "app", // the assembled pages; main.ts mounts it
];

// Both static and dynamic imports: a part that loads later is still a dependency.
const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g;

const importsIn = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, path]) => path as string);

const FILES = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((file) =>
  /\.(ts|svelte)$/.test(file),
);

/**
 * Return the file that an import refers to, relative to web/src; null for files outside it, style
 * sheets and data.
 */
function resolveImport(file: string, path: string): string | null {
  const target = normalize(join(dirname(file), path));
  if (target.startsWith("..") || /\.(css|json)$/.test(target)) return null;
  if (target === "generated/wire") return "generated/wire.ts"; // may not be generated yet
  const found = [target, `${target}.ts`].find(
    (one) => /\.(ts|svelte)$/.test(one) && FILES.includes(one),
  );
  if (found === undefined) throw new Error(`${file} imports ${path}, which does not exist`);
  return found;
}

const importsOf = (file: string): string[] => {
  const paths = importsIn(readFileSync(join(SRC, file), "utf-8"));
  return paths.flatMap((path) => resolveImport(file, path) ?? []);
};

const GRAPH = new Map(FILES.map((file) => [file, importsOf(file)]));

/** Return the first import cycle as a list of files; empty if there is none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  return [...graph.keys()].map((file) => visit(file, [])).find((cycle) => cycle.length > 0) ?? [];
}

const folderOf = (file: string): string => file.split("/").slice(0, -1)[0] ?? "";

describe("imports in web/src", () => {
  it("point only to lower folders", () => {
    const upward = [...GRAPH].flatMap(([file, targets]) =>
      targets
        .filter((target) => folderOf(file) !== "" && folderOf(target) !== folderOf(file))
        .filter((target) => LAYERS.indexOf(folderOf(target)) > LAYERS.indexOf(folderOf(file)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it("form no cycle", () => expect(findCycle(GRAPH)).toEqual([]));
});

it("every folder has a layer", () => {
  const folders = new Set(FILES.map(folderOf).filter((folder) => folder !== ""));
  expect([...folders].filter((folder) => !LAYERS.includes(folder))).toEqual([]);
  expect(
    LAYERS.filter((folder) => folder !== "generated" && !existsSync(join(SRC, folder))),
  ).toEqual([]);
});

it("no two modules and no two components have the same name", () => {
  const names = FILES.map((file) =>
    basename(file)
      .replace(/\.svelte\.ts$/, ".ts")
      .toLowerCase(),
  );
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

describe("the test itself", () => {
  it("finds every form of import", () => {
    const source = `
      import { a } from "./a";
      import type { B } from '../b.svelte';
      import "./c.css";
      export { d } from "./d";
      const later = () => import("./e.svelte");
      import {
        f,
      } from "../f";
      import { mount } from "svelte";`;
    expect(importsIn(source)).toEqual([
      "./a",
      "../b.svelte",
      "./c.css",
      "./d",
      "./e.svelte",
      "../f",
    ]);
  });

  it("finds a cycle across several files", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", []],
      ["d", ["b"]],
    ]);
    expect(findCycle(graph)).toEqual(["b", "d", "b"]);
  });
});
