/** A player's portrait: its background, and the ring in the color of the seat. */
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import Portrait from "../src/art/Portrait.svelte";
import { CAST } from "../src/seating/cast";

interface Player {
  name: string;
  bot: string;
  token: string;
  seat?: number;
}

/** Return the colors of a player's background and ring; a ring that is missing is null. */
function colorsOf(props: Player): (string | null)[] {
  const shown = mount(Portrait, { target: document.body, props });
  flushSync();
  const svg = document.querySelector("svg")!;
  const color = (name: string) => svg.style.getPropertyValue(name);
  const ring = svg.querySelector(".ring") && color("--seat-color");
  const colors = [color("--back"), ring];
  void unmount(shown);
  return colors;
}

test("a character has the same background in every seat and before it sits down", () => {
  const backs = CAST.map(({ name, level }) => {
    const bot = { name, bot: level, token: "Dog" };
    const [back, ...ring] = colorsOf(bot);
    expect(back).toMatch(/^#/);
    expect(ring).toEqual([null]);
    expect(colorsOf({ ...bot, seat: 0 })).toEqual([back, "var(--seat-0)"]);
    expect(colorsOf({ ...bot, seat: 3 })).toEqual([back, "var(--seat-3)"]);
    return back;
  });
  expect(new Set(backs).size).toBe(CAST.length);
});

test("a person has the background of the seat, and so does a bot without a face", () => {
  const ann = { name: "Ann", bot: "", token: "Car", seat: 2 };
  for (const one of [ann, { ...ann, name: "Uma" }, { ...ann, bot: "easy" }])
    expect(colorsOf(one)).toEqual(["var(--seat-color)", "var(--seat-2)"]);
});
