/**
 * Shortcuts don't work while the user is typing or a sheet is open, on keys that press the focused
 * button, or when they are turned off.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../src/platform/shortcuts.svelte";
import { set } from "../src/platform/settings.svelte";

const pressed = vi.fn<(key: string) => void>();
let takeAway = () => {};

beforeEach(() => {
  pressed.mockReset();
  takeAway = keys.add(
    { key: "t", about: "", press: () => pressed("t") },
    { key: " ", about: "", press: () => pressed(" ") },
  );
  addEventListener("keydown", keys.onKeyDown);
});
afterEach(() => {
  takeAway();
  removeEventListener("keydown", keys.onKeyDown);
  set("shortcuts", true);
  document.body.innerHTML = "";
});

/** Press a key in an element; return whether the key keeps its default action. */
function press(key: string, html = "<p></p>", more: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = html;
  const target = document.body.querySelector("[data-here]") ?? document.body.firstElementChild!;
  const event = { key, bubbles: true, cancelable: true, ...more };
  return target.dispatchEvent(new KeyboardEvent("keydown", event));
}

test("a shortcut works in lower and upper case and replaces the default action", () => {
  expect(press("t")).toBe(false);
  expect(press("T")).toBe(false);
  expect(press(" ")).toBe(false);
  expect(press("x")).toBe(true);
  expect(pressed.mock.calls.flat()).toEqual(["t", "t", " "]);
});

test.each([
  "<input>",
  '<input type="number">',
  "<textarea></textarea>",
  "<select><option>t</option></select>",
  "<p contenteditable><b data-here></b></p>",
])("no shortcut works in %s", (html) => {
  expect(press("t", html)).toBe(true);
  expect(press(" ", html)).toBe(true);
  expect(pressed).not.toHaveBeenCalled();
});

test("arrow keys belong to a slider; letters and Enter do not", () => {
  const slider = '<input type="range">';
  const away = keys.add(
    { key: "arrowleft", about: "", press: () => pressed("arrowleft") },
    { key: "enter", about: "", press: () => pressed("enter") },
  );
  expect(press("ArrowLeft", slider)).toBe(true);
  expect(press("t", slider)).toBe(false);
  expect(press("Enter", slider)).toBe(false);
  expect(pressed.mock.calls.flat()).toEqual(["t", "enter"]);
  away();
});

test("a button is pressed only once, however long Enter is held down", () => {
  for (const on of [true, false]) {
    set("shortcuts", on);
    expect(press("Enter", "<button></button>")).toBe(true);
    expect(press("Enter", "<button></button>", { repeat: true })).toBe(false);
  }
  expect(press("Enter", "<textarea></textarea>", { repeat: true })).toBe(true);
});

test.each([
  "<button></button>",
  '<input type="checkbox" role="switch">',
  '<a href="/"></a>',
  "<details><summary data-here></summary></details>",
])("the space bar belongs to %s; letters do not", (html) => {
  expect(press(" ", html)).toBe(true);
  expect(press("t", html)).toBe(false);
  expect(pressed.mock.calls.flat()).toEqual(["t"]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])(
  "no shortcut works with %o",
  (more) => {
    expect(press("t", "<p></p>", more)).toBe(true);
    expect(pressed).not.toHaveBeenCalled();
  },
);

test("no shortcut works while shortcuts are turned off", () => {
  set("shortcuts", false);
  expect(press("t")).toBe(true);
  expect(pressed).not.toHaveBeenCalled();
  set("shortcuts", true);
  expect(press("t")).toBe(false);
});

test("the latest shortcut for a key wins until it is removed", () => {
  const later = vi.fn();
  const stop = keys.add({ key: "t", about: "", press: later });
  press("t");
  stop();
  press("t");
  expect([later.mock.calls.length, pressed.mock.calls.length]).toEqual([1, 1]);
});
