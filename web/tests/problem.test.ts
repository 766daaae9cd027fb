/** Every outcome of a request, in words. */
import { beforeEach, expect, test } from "vitest";
import { boardOf } from "../src/game/boardData";
import { failureText, objectionOf } from "../src/say/problem";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import type { Outcome } from "../src/wire/connection";

const who = { names: ["Ann", "Bob"], board: boardOf() };
const rule = { refusal: "game.over" as const, cite: "10 MCS 60", values: {} };

const OUTCOMES: { [Type in Outcome["type"]]: Extract<Outcome, { type: Type }> } = {
  accepted: { type: "accepted", id: "1", seq: 4 },
  preview: { type: "preview", id: "1", seq: 3, events: null },
  advice: {
    type: "advice",
    id: "1",
    seq: 3,
    seat: 0,
    decision: 2,
    win_probabilities: [1, 0],
    choices: [],
  },
  done: { type: "done", id: "1", seq: 3 },
  refused: { type: "refused", id: "1", seq: 3, refusal: rule },
  error: { type: "error", id: "1", code: "key.seat", sentence: "…" },
  closed: { type: "closed", id: "1" },
};

beforeEach(async () => {
  speech.words = await Words.load("en");
});

test.each(["accepted", "preview", "advice", "done"] as const)("%s is not a problem", (type) => {
  expect(objectionOf(OUTCOMES[type], who)).toBeNull();
  expect(failureText(OUTCOMES[type])).toBe("");
});

test("a refusal has a sentence and a rule, and is not a failure", () => {
  const text = speech.words.refusal(rule, who);
  expect(objectionOf(OUTCOMES.refused, who)).toEqual({ text, cite: "10 MCS 60" });
  expect(failureText(OUTCOMES.refused)).toBe("");
});

test.each([
  ["error", "That’s not your seat."],
  ["closed", "You’re disconnected from this table. Reload the page."],
] as const)("%s has a sentence and no rule", (type, text) => {
  expect(objectionOf(OUTCOMES[type], who)).toEqual({ text, cite: "" });
  expect(failureText(OUTCOMES[type])).toBe(text);
});
