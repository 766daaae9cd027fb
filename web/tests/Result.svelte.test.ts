/** The result of a small handmade game: every number is next to the right player and space. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { boardOf } from "../src/game/boardData";
import { figuresOf } from "../src/replay/statistics";
import { seatsInRecord } from "../src/replay/record";
import Result from "../src/replay/Result.svelte";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { smallGame } from "./small-game";

let shown: Record<string, unknown>;

beforeEach(async () => {
  speech.words = await Words.load("en");
  const views = smallGame();
  const board = boardOf();
  const props = {
    views,
    board,
    figures: figuresOf(views, board),
    seats: seatsInRecord(views.record),
    link: (step: number) => `#step=${step}`,
  };
  shown = mount(Result, { target: document.body, props });
  flushSync();
});
afterEach(() => void unmount(shown));

/** Return the visible text, with whitespace collapsed. */
const read = (one: Element) => one.textContent.replace(/\s+/g, " ").trim();
const part = (name: string): Element => document.querySelector(`[aria-labelledby="${name}"]`)!;

/** Return the rows of a part's table. */
function rows(name: string): string[][] {
  const found = [...part(name).querySelectorAll("tr")];
  return found.map((row) => [...row.querySelectorAll("th, td")].map(read));
}

test("the standings list the winner first, and each player with their own worth", () => {
  const places = [...part("won").querySelectorAll("li")].map(read);
  expect(places).toEqual(["Bob Winner $1,942", "Cyd $1,538", "Ann $1,450"]);
  expect(read(part("won"))).toContain("Bob wins");
});

test("the length is given in rounds, turns and actions", () => {
  expect(read(part("won").querySelector(".length")!)).toMatch(/^2 rounds, 5 turns, 3 actions\./);
});

test("the links lead to the beginning and to the largest swing", () => {
  const ways = [...part("won").querySelectorAll(".ways a")];
  expect(ways.map((one) => [read(one), one.getAttribute("href")])).toEqual([
    ["Step through game", "#step=0"],
    ["Biggest swing", "#step=1"],
  ]);
});

test("each player's net worth is in their column, and the lines of the chart match", () => {
  expect(rows("worths")).toEqual([
    ["Round", "Ann", "Bob", "Cyd"],
    ["1", "$1,500", "$1,900", "$1,530"],
    ["2", "$1,450", "$1,942", "$1,538"],
  ]);
  const ends = [...part("worths").querySelectorAll("polyline")].map((line) => {
    const [, y] = line.getAttribute("points")!.split(" ").at(-1)!.split(",");
    return [line.getAttribute("style"), Number(y)] as const;
  });
  expect(ends.map(([style]) => /--seat-(\d)/.exec(style ?? "")?.[1])).toEqual(["0", "1", "2"]);
  const [ann = 0, bob = 0, cyd = 0] = ends.map(([, y]) => y);
  expect(bob).toBeLessThan(cyd); // a smaller y is higher up
  expect(cyd).toBeLessThan(ann);
});

test("rents are in the payer's row and the owner's column", () => {
  const self = "–";
  const totals = rows("rents").map((row) => row.map((one) => (/^\d/.test(one) ? one : self)));
  expect(rows("rents").map(([first]) => first)).toEqual([
    expect.anything(),
    "Ann",
    "Bob",
    "Cyd",
    "Collected",
  ]);
  expect(rows("rents")[0]?.slice(1)).toEqual(["Ann", "Bob", "Cyd", "Paid"]);
  expect(totals.slice(1).map((row) => row.slice(1))).toEqual([
    [self, "50", "0", "50"],
    ["0", self, "8", "8"],
    ["0", "0", self, "0"],
    ["0", "50", "8", "58"],
  ]);
});

test("a swing shows its step and how much each player gained or lost", () => {
  const swings = [...part("swings").querySelectorAll("li")].map((one) => {
    const changes = [...one.querySelectorAll(".by > span")].map(read);
    return [one.querySelector("a")?.getAttribute("href"), ...changes];
  });
  expect(swings).toEqual([
    ["#step=1", "Ann −$50", "Bob +$50"],
    ["#step=2", "Bob −$8", "Cyd +$8"],
  ]);
  expect(read(part("swings"))).toContain("Ann pays Bob $50 rent");
});

test("landings are counted per space and placed as on the board", () => {
  const counted = rows("landings").slice(1);
  expect(counted.slice(0, 3)).toEqual([
    ["Baltic Avenue", "2"],
    ["Boardwalk", "1"],
    ["GO", "0"],
  ]);
  const ranked = [...part("landings").querySelectorAll("ol li span")].map(read);
  expect(ranked).toEqual(["Baltic Avenue", "Boardwalk"]); // only spaces with landings
  const places = [0, 3, 10, 20, 30, 39].map((space) => {
    const one = part("landings").querySelectorAll<HTMLElement>(".space")[space]!;
    return [read(one), one.style.gridRow, one.style.gridColumn].join(" ");
  });
  expect(places).toEqual(["0 11 11", "2 11 8", "0 11 1", "0 1 1", "0 1 11", "1 10 11"]);
  // The color bars of the four sides face the middle.
  const spaces = part("landings").querySelectorAll<HTMLElement>(".space");
  const bars = [1, 11, 21, 31].map((at) => spaces[at]!.style.getPropertyValue("--inward"));
  expect(bars).toEqual(["0 4px", "-4px 0", "0 -4px", "4px 0"]);
});
