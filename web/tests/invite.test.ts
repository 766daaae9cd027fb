/** The link to a table: what is read, what a camera reads and what is copied are the same. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import InvitePanel from "../src/waitingRoom/InvitePanel.svelte";
import { qr } from "../src/waitingRoom/qr";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";

const ANY_LINK = /^http:.*\/t\/abc$/;
let invite: Record<string, unknown>;

beforeEach(async () => {
  speech.words = await Words.load("en");
  invite = mount(InvitePanel, { target: document.body, props: { name: "abc", title: "A table" } });
  flushSync();
});
afterEach(() => {
  void unmount(invite);
  vi.unstubAllGlobals();
});

const field = () => document.querySelector("input")!;
function pressCopy(): void {
  const buttons = [...document.querySelectorAll("button")];
  buttons.find((one) => one.textContent?.trim() === "Copy")!.click();
}
const says = (text: string) => document.body.textContent?.includes(text);

// -- the QR code ---------------------------------------------------------------------------------------

/** The modules of a path that is made of runs of dark ones. */
function modulesOf(path: string, size: number): boolean[][] {
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    dark[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
  return dark;
}

const MASKS = [
  (r: number, c: number) => (r + c) % 2,
  (r: number) => r % 2,
  (_: number, c: number) => c % 3,
  (r: number, c: number) => (r + c) % 3,
  (r: number, c: number) => ((r >> 1) + Math.floor(c / 3)) % 2,
  (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3),
  (r: number, c: number) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r: number, c: number) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

/** Read a code as a camera does, up to version 3, which has one block; errors are not corrected. */
function decoded(dark: boolean[][]): string {
  const size = dark.length;
  const [far, square] = [size - 8, size - 7];
  const isFrame = (r: number, c: number) =>
    (r < 9 && (c < 9 || c >= far)) ||
    (r >= far && c < 9) ||
    r === 6 ||
    c === 6 ||
    (size > 21 && Math.abs(r - square) <= 2 && Math.abs(c - square) <= 2);
  const bit = (r: number, c: number) => Number(dark[r]![c]);
  const mask = MASKS[(bit(8, 2) ^ 1) * 4 + bit(8, 3) * 2 + (bit(8, 4) ^ 1)]!;
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const r = up ? size - 1 - step : step;
      for (const c of [right, right - 1])
        if (!isFrame(r, c)) bits.push(bit(r, c) ^ Number(mask(r, c) === 0));
    }
    up = !up;
  }
  const number = (at: number, count: number) => parseInt(bits.slice(at, at + count).join(""), 2);
  expect(number(0, 4)).toBe(4); // bytes
  const bytes = Array.from({ length: number(4, 8) }, (_, index) => number(12 + 8 * index, 8));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test.each(["a", "http://10.0.0.7:8000/t/Wq3", "http://passgo.lan:8000/t/k3Jx-d_92AbQ", "Größe 4"])(
  "the QR code of %s is read as it was written",
  (text) => expect(decoded(qr(text)!)).toBe(text),
);

test("the code on the page leads where the link leads", () => {
  const code = document.querySelector("svg[role=img][aria-label]")!;
  expect(code.getAttribute("aria-label")).toBe("QR code of the link to this table");
  const [left, , width] = code.getAttribute("viewBox")!.split(" ").map(Number);
  const path = code.querySelector("path")!.getAttribute("d")!;
  expect(field().value).toBe(`${location.origin}/t/abc`);
  expect(decoded(modulesOf(path, width! + 2 * left!))).toBe(field().value);
});

// -- copying -------------------------------------------------------------------------------------------

/** Let a browser have a clipboard or not, and the old way to copy or not. */
function able(writeText: unknown, execCommand: unknown): void {
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: writeText && { writeText },
  });
  Object.defineProperty(document, "execCommand", { configurable: true, value: execCommand });
}

test("Copy puts the link into the clipboard and says so", async () => {
  const write = vi.fn(() => Promise.resolve());
  able(write, undefined);
  pressCopy();
  await vi.waitFor(() => expect(says("Copied")).toBe(true));
  expect(write.mock.calls).toEqual([[expect.stringMatching(ANY_LINK)]]);
});

test.each([
  ["no clipboard", undefined],
  ["a clipboard that is forbidden", () => Promise.reject(new Error("no"))],
])("with %s the whole link is selected and copied the old way", async (_, writeText) => {
  let taken = "";
  able(writeText, (what: string) => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
    taken = `${what}: ${value.slice(selectionStart ?? 0, selectionEnd ?? 0)}`;
    return true;
  });
  pressCopy();
  await vi.waitFor(() => expect(says("Copied")).toBe(true));
  expect(taken).toBe(`copy: ${field().value}`);
});

test("where nothing can be copied, the link is selected and it says what to do", async () => {
  able(undefined, () => false);
  pressCopy();
  await vi.waitFor(() => expect(says("copy it with Ctrl+C")).toBe(true));
  expect(says("Copied")).toBe(false);
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, field().value.length]);
});
