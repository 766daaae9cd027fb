/** Settings take effect immediately and are saved. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { pace, set, settings, storedSettings } from "../src/platform/settings.svelte";
import SettingsSheet from "../src/settings/SettingsSheet.svelte";
import { KINDS } from "../src/sound/kinds";
import { sound } from "../src/sound/sound";

// Whether there is an audio output must not matter here.
vi.mock("../src/sound/sound", () => ({ sound: vi.fn() }));

const before = { ...settings };
let sheet: Record<string, unknown>;

beforeEach(async () => {
  speech.words = await Words.load("en");
  Object.assign(settings, before, { sound: true, volumes: {} });
  localStorage.clear();
  sheet = mount(SettingsSheet, { target: document.body, props: { onclose: () => {} } });
  flushSync();
});
afterEach(() => {
  void unmount(sheet);
  Object.assign(settings, before);
  vi.unstubAllGlobals();
});

function find<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  expect(found, selector).not.toBeNull();
  return found!;
}

function click(selector: string): void {
  find(selector).click();
  flushSync();
}

/** Choose an option by its legend and its label. */
function choose(legend: string, label: string): void {
  const groups = [...document.querySelectorAll("fieldset")];
  const group = groups.find((one) => one.querySelector("legend")?.textContent === legend);
  group!.querySelector<HTMLElement>(`[aria-label="${label}"]`)!.click();
  flushSync();
}

function slide(label: string, value: number): void {
  const sliders = [...document.querySelectorAll<HTMLElement>(".slider")];
  const slider = sliders.find((one) => one.querySelector("span")?.textContent === label);
  const input = slider!.querySelector("input")!;
  input.value = String(value);
  input.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

test.each([
  ["Always ask for rent", "askRent"],
  ["Keyboard shortcuts", "shortcuts"],
  ["Play sounds", "sound"],
] as const)("%s can be turned off and on", (label, name) => {
  const toggle = `[role=switch][aria-label="${label}"]`;
  for (const on of [false, true]) {
    click(toggle);
    expect([settings[name], storedSettings()[name]]).toEqual([on, on]);
    expect(find<HTMLInputElement>(toggle).checked).toBe(on);
  }
});

test.each([
  ["Full", "full", 1],
  ["Fast", "fast", 0.4],
  ["Off", "off", 0],
] as const)("animation follows the setting: %s", (label, motion, speed) => {
  set("motion", motion === "off" ? "full" : "off");
  flushSync();
  choose("Motion", label);
  expect([settings.motion, storedSettings().motion]).toEqual([motion, motion]);
  expect(pace()).toBe(speed);
});

test("the appearance and the language follow the settings", () => {
  choose("Appearance", "Dark");
  expect([settings.theme, storedSettings().theme]).toEqual(["dark", "dark"]);
  const language = find<HTMLSelectElement>("select");
  language.value = "de";
  language.dispatchEvent(new Event("change", { bubbles: true }));
  expect([settings.language, storedSettings().language]).toEqual(["de", "de"]);
});

test("the volume slider sets the overall volume", () => {
  slide("Volume", 0.2);
  expect([settings.volume, storedSettings().volume]).toEqual([0.2, 0.2]);
});

test("each kind of sound has its own volume, which does not affect the others", () => {
  for (const [place, kind] of KINDS.entries()) {
    slide(speech.words.text(`side.sound.${kind}`), place % 2 ? 0.3 : 0.7);
    const set = KINDS.slice(0, place + 1).map((one, at) => [one, at % 2 ? 0.3 : 0.7]);
    expect(settings.volumes).toEqual(Object.fromEntries(set));
    expect(storedSettings().volumes).toEqual(settings.volumes);
    expect(sound).toHaveBeenLastCalledWith(kind);
  }
  expect(settings.volume).toBe(before.volume);
});

/**
 * Load the settings on a device that does or does not prefer reduced motion; return the pace and a
 * function that changes the preference.
 */
async function freshPage(still: boolean): Promise<[() => number, (still: boolean) => void]> {
  const device = new EventTarget();
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(query.includes("reduced-motion") ? device : new EventTarget(), {
      matches: query.includes("reduced-motion") && still,
    }),
  );
  vi.resetModules();
  const fresh = await import("../src/platform/settings.svelte");
  expect(fresh.settings.motion).toBe("auto");
  const change = (matches: boolean) =>
    device.dispatchEvent(Object.assign(new Event("change"), { matches }));
  return [fresh.pace, change];
}

test("by default, animation is on unless the device prefers reduced motion", async () => {
  for (const still of [false, true]) {
    const [speed, change] = await freshPage(still);
    expect(speed()).toBe(still ? 0 : 1);
    change(!still);
    expect(speed()).toBe(still ? 1 : 0);
  }
});
