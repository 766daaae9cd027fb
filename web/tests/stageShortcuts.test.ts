/** Each of the stage's shortcuts does what its description says. */
import { beforeEach, expect, test, vi } from "vitest";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { shortcuts } from "../src/stage/stageShortcuts";

const did = vi.fn();
const keyHandlers = {
  answer: (key: string) => did("answer", key) !== false,
  rent: () => did("rent") !== false,
  question: () => did("question") !== false,
  offer: (what: string) => did("offer", what) !== false,
};

beforeEach(async () => {
  did.mockReset();
  speech.words = await Words.load("en");
  speech.whole = true;
});

const find = (key: string) => shortcuts(keyHandlers).filter((one) => one.key === key);

test.each([
  ["q", "question", ["question"]],
  ["r", "rent", ["rent"]],
  ["y", "accept", ["offer", "accept"]],
  ["n", "decline", ["offer", "decline"]],
  ["c", "counter", ["offer", "counter"]],
  [" ", "main", ["answer", " "]],
  ["enter", "bid", ["answer", "enter"]],
  ["b", "buy", ["answer", "b"]],
  ["a", "auction", ["answer", "a"]],
  ["e", "pass", ["answer", "e"]],
  ["p", "out", ["answer", "p"]],
  ["f", "fine", ["answer", "f"]],
  ["u", "card", ["answer", "u"]],
  ["1", "first", ["answer", "1"]],
  ["2", "second", ["answer", "2"]],
])("the “%s” key performs its shortcut: %s", (key, name, calls) => {
  const [found, ...others] = find(key);
  expect(others).toEqual([]);
  expect(found!.about).toBe(speech.words.text(`stage.key.${name}`));
  expect(found!.press()).toBe(true);
  expect(did.mock.calls).toEqual([calls]);
  did.mockReturnValue(false);
  expect(found!.press()).toBe(false);
});

test("the first board doesn't need the descriptions", async () => {
  const missing = vi.spyOn(console, "error");
  speech.words = await Words.loadFirst("en");
  speech.whole = false;
  expect(shortcuts(keyHandlers).map(({ about }) => about)).toEqual(Array(15).fill(""));
  expect(missing).not.toHaveBeenCalled();
});
