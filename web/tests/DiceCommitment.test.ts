/**
 * The dice commitment shown at the table. It is compared with the record, so every digit counts.
 */
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import DiceCommitment from "../src/seating/DiceCommitment.svelte";

test("the commitment is shown in full", async () => {
  speech.words = await Words.load("en");
  const commitment = "0123456789abcdef".repeat(4);
  const shown = mount(DiceCommitment, {
    target: document.body,
    props: { commitment, over: false },
  });
  flushSync();
  expect(document.querySelector("code")?.textContent).toBe(commitment);
  void unmount(shown);
});
