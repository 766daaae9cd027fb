import { describe, expect, it } from "vitest";
import { sayStep } from "../src/replay/replayText";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { boardOf } from "../src/game/boardData";
import type { GameEvent, View } from "../src/generated/wire";
import { figuresOf, finalStanding, type Figures } from "../src/replay/statistics";
import type { ReplayViews } from "../src/replay/replayViews";
import { alongRounds, apart, ceiling, namedRounds, spread, ticks } from "../src/replay/chartScale";

describe("a chart's axes", () => {
  it.each([
    [7333, [0, 2000, 4000, 6000, 8000]],
    [1500, [0, 500, 1000, 1500]],
    [12, [0, 5, 10, 15]],
    [0, [0, 1]],
  ])("have ticks up to %i at round numbers", (most, marks) => {
    expect(ticks(most)).toEqual(marks);
  });

  it.each([
    [7333, 8000],
    [6800, 7000],
    [3133, 3500],
    [1500, 1500],
    [0, 0.5],
  ])("end close above %i", (most, top) => {
    expect(ceiling(most, ticks(most))).toBe(top);
  });

  it("have labels at evenly spaced indexes, including the first and the last", () => {
    expect(spread(3, 5)).toEqual([0, 1, 2]);
    expect(spread(101, 5)).toEqual([0, 25, 50, 75, 100]);
    expect(spread(0, 5)).toEqual([]);
  });

  it("give every round the same width, however many turns it has", () => {
    expect(alongRounds([1, 1, 1, 1, 2, 2, 3])).toEqual([0, 0.25, 0.5, 0.75, 1, 1.5, 2]);
    expect(alongRounds([30, 30, 31])).toEqual([0, 0.5, 1]);
    expect(alongRounds([])).toEqual([]);
  });

  it.each([
    [1, 27, [1, 10, 20]],
    [1, 3, [1, 2, 3]],
    [1, 1, [1]],
    [30, 52, [30, 35, 40, 45, 50]],
    [1, 400, [1, 100, 200, 300, 400]],
  ])("label the rounds %i to %i", (first, last, named) => {
    expect(namedRounds([first, last])).toEqual(named);
  });

  it("separate values that are too close together, and keep them on the chart", () => {
    expect(apart([50, 50, 10], 9)).toEqual([45.5, 54.5, 10]);
    expect(apart([60, 50, 51, 52], 10)).toEqual([68.25, 38.25, 48.25, 58.25]);
    expect(apart([2, 1], 10)).toEqual([10, 0]);
    expect(apart([95, 95, 95], 9)).toEqual([77, 86, 95]);
    expect(apart([], 9)).toEqual([]);
  });
});

describe("a complete group", () => {
  const board = boardOf();
  const [park, boardwalk] = [37, 39];
  const bought = { event: "PropertyBought", seat: 0, space: boardwalk, price: 400 } as GameEvent;
  const moved = { event: "TokenMoved", seat: 0, space: 3 } as unknown as GameEvent;

  /**
   * Return a game's key moments, given the owners of the two properties and the events at each
   * step.
   */
  function moments(...steps: [owners: [number, number], events: GameEvent[]][]) {
    const property = (space: number, owner: number) => ({
      space,
      owner,
      houses: 0,
      mortgaged: false,
    });
    const run: ReplayViews["run"] = (show) =>
      steps.forEach(([[first, second], events], number) => {
        const properties = [property(park, first), property(boardwalk, second)];
        const view = { players: [], properties, round: 1, turn: 1 } as unknown as View;
        show(view, { events, worths: [] as number[] } as Parameters<typeof show>[1], number);
      });
    const views = { record: { header: { players: [] }, steps: [] }, run } as unknown as ReplayViews;
    return figuresOf(views, board).moments.map(({ step, kind, seat }) => [step, kind, seat]);
  }

  it("is a key moment when it becomes complete, even when the deeds are dealt", () => {
    expect(moments([[0, -1], []], [[0, 0], [bought]])).toEqual([[1, "group", 0]]);
    expect(moments([[0, 0], [bought]], [[0, 0], [moved]])).toEqual([[0, "group", 0]]);
  });

  it("is not a key moment if it was complete at the start, until another player completes it", () => {
    expect(moments([[1, 1], []], [[1, 1], [moved]])).toEqual([]);
    expect(moments([[1, 1], []], [[0, 0], [bought]])).toEqual([[1, "group", 0]]);
  });
});

describe("the standings", () => {
  const plain: Figures = {
    worths: [[0, 0, 0, 0]],
    rounds: [1, 2, 3, 4],
    swings: [],
    moments: [],
    rents: [],
    landings: [],
    outs: [2, -1, 3, -1],
    ended: { event: "GameEnded", winners: [1], worths: [0, 500, 0, 900], reason: "time", cite: "" },
    turns: 4,
    seconds: null,
  };

  it("list the winner, then the remaining players by worth, then the others by when they left", () => {
    expect(finalStanding(plain)).toEqual([
      { seat: 1, worth: 500, won: true, out: 0 },
      { seat: 3, worth: 900, won: false, out: 0 },
      { seat: 2, worth: 0, won: false, out: 4 },
      { seat: 0, worth: 0, won: false, out: 3 },
    ]);
  });

  it("use the last worths if the record has no end", () => {
    const places = finalStanding({ ...plain, ended: null, outs: [-1, -1], worths: [[5, 7]] });
    expect(places.map(({ seat }) => seat)).toEqual([1, 0]);
  });
});

describe("a step in words", () => {
  const board = boardOf();
  const offer = {
    ...{ number: 7, maker: 1, partner: 0, give_cash: 90, get_cash: 0, give_deeds: [] },
    ...{ get_deeds: [1], give_cards: [], get_cards: [], unmortgage: [] },
  };

  it("says of an accepted offer what was traded, and that it was accepted", async () => {
    speech.words = await Words.load("en");
    const accepted = { event: "TradeAccepted", number: 7, maker: 1, partner: 0, cite: "" };
    const views = {
      step: () => ({ action: { action: "AcceptTrade", seat: 0, offer: 7 }, events: [accepted] }),
      at: () => ({ offers: [offer], properties: [] }),
    } as unknown as ReplayViews;
    expect(sayStep(views, 5, { names: ["Ann", "Bob"], board })).toBe(
      "Bob offers Ann $90 for Mediterranean Avenue. Ann accepts Bob’s offer.",
    );
  });
});
