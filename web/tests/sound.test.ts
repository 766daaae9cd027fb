/**
 * Sound is initially off on phones, silent until the first user gesture, and as loud as the
 * settings say.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Played, View } from "../src/generated/wire";
import type { Table, Watcher } from "../src/table/table.svelte";

/** The peak volume of each tone and noise, in order of creation. */
let peaks: number[] = [];

class FakeParameter {
  setValueAtTime(): void {}
  exponentialRampToValueAtTime(): void {}
  linearRampToValueAtTime(loud: number): void {
    peaks.push(loud);
  }
}
class FakeNode {
  frequency = new FakeParameter();
  gain = new FakeParameter();
  connect(next: unknown): unknown {
    return next;
  }
  start(): void {}
  stop(): void {}
}
class FakeContext {
  state = "running";
  currentTime = 0;
  sampleRate = 100;
  destination = {};
}
class FakeBuffer {
  getChannelData = () => new Float32Array(50);
}

const media = (...matching: string[]) =>
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: matching.includes(query),
    addEventListener: () => {},
  }));

beforeEach(() => {
  peaks = [];
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("AudioBuffer", FakeBuffer);
  for (const name of ["OscillatorNode", "AudioBufferSourceNode", "BiquadFilterNode", "GainNode"])
    vi.stubGlobal(name, FakeNode);
});
afterEach(() => vi.unstubAllGlobals());

/** Load the modules as a newly opened page does. */
async function open() {
  const kept = await import("../src/platform/settings.svelte");
  return { ...kept, ...(await import("../src/sound/sound")) };
}
const touch = () => dispatchEvent(new Event("pointerdown"));
const loudest = () => Math.max(0, ...peaks.splice(0));

test("sound is initially off on phones and on elsewhere, and the choice is saved", async () => {
  media("(pointer: coarse)");
  const phone = await open();
  expect(phone.settings.sound).toBe(false);
  phone.set("sound", true);
  vi.resetModules();
  expect((await open()).settings.sound).toBe(true);
  localStorage.clear();
  vi.resetModules();
  media("(pointer: fine)", "(prefers-reduced-motion)");
  const { settings } = await open();
  expect(settings.sound).toBe(true);
  expect(settings.volume).toBeGreaterThan(0);
});

test("no sound is played before the first user gesture", async () => {
  const made = vi.fn();
  vi.stubGlobal("AudioContext", made);
  const { sound } = await open();
  sound("dice");
  expect(made).not.toHaveBeenCalled();
});

test("mute and the main volume affect all sounds, and other volumes only their own kind", async () => {
  const { set, sound } = await open();
  touch();
  set("volume", 1);
  sound("dice");
  const full = loudest();
  expect(full).toBeGreaterThan(0);

  set("volume", 0.5);
  sound("dice");
  const half = loudest();
  expect(half).toBeLessThan(full);
  expect(half).toBeGreaterThan(0);

  set("volumes", { dice: 0.5 });
  sound("dice");
  const quarter = loudest();
  expect(quarter).toBeLessThan(half);
  expect(quarter).toBeGreaterThan(0);
  set("volumes", { dice: 0 });
  sound("dice");
  expect(loudest()).toBe(0);
  sound("win");
  expect(loudest()).toBeGreaterThan(0);

  set("volume", 0);
  sound("win");
  expect(loudest()).toBe(0);
  set("volume", 1);
  set("sound", false);
  sound("win");
  expect(loudest()).toBe(0);
});

test("a muted or hidden table is silent, and your turn makes a sound once", async () => {
  const { listen, set } = await open();
  touch();
  let send: Watcher = () => {};
  const table = { you: [0], view: null, watch: (one: Watcher) => ((send = one), () => {}) };
  listen(table as unknown as Table);
  const view = (decision: number, ...waiting_for: number[]) => ({ decision, waiting_for }) as View;
  const quiet = {
    type: "played",
    seq: 1,
    by: "seat",
    events: [],
    changes: [],
  } as unknown as Played;
  const rolled = {
    ...quiet,
    events: [{ event: "DiceRolled", seat: 1, first: 1, second: 2, cite: "" }],
  } as Played;

  send(rolled, view(1, 1));
  expect(loudest()).toBeGreaterThan(0);
  send(quiet, view(2, 0));
  expect(loudest()).toBeGreaterThan(0); // it is now our turn
  send(quiet, view(3, 0));
  expect(loudest()).toBe(0); // it is still our turn
  send(quiet, view(4, 1));
  expect(loudest()).toBe(0);

  vi.spyOn(document, "visibilityState", "get").mockReturnValueOnce("hidden");
  send(rolled, view(5, 1));
  expect(loudest()).toBe(0);
  set("sound", false);
  send(rolled, view(6, 0));
  expect(loudest()).toBe(0);
});
