import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameEvent, Played, View } from "../src/generated/wire";
import { LastOfferAnswer, answerIn } from "../src/stage/offerAnswers.svelte";
import type { Table, Watcher } from "../src/table/table.svelte";

const answer = (event: string, maker: number, partner: number) =>
  ({ event, number: 1, maker, partner, cite: "Ruling 14" }) as GameEvent;

test("an answer to the player's own offer is shown, with the bot's reason", () => {
  const why = { code: "refuse.poor", values: {} };
  const refused = { events: [answer("TradeDeclined", 0, 2)], why };
  expect(answerIn(refused, [0])).toEqual({ accepted: false, maker: 0, partner: 2, why });
  const accepted = { events: [answer("TradeAccepted", 0, 2)] };
  expect(answerIn(accepted, [0])).toMatchObject({ accepted: true, partner: 2 });
});

test("answers between others, answers from this browser, and counteroffers are not shown", () => {
  expect(answerIn({ events: [answer("TradeDeclined", 1, 2)] }, [0])).toBeNull();
  expect(answerIn({ events: [answer("TradeDeclined", 0, 1)] }, [0, 1])).toBeNull();
  const counter = { event: "TradeOffered" } as GameEvent;
  expect(answerIn({ events: [answer("TradeDeclined", 0, 1), counter] }, [0])).toBeNull();
});

describe("an answer to the player's own offer", () => {
  let send: Watcher;
  let lastAnswer: LastOfferAnswer;
  let stop: () => void;
  const happen = (turn: number, events: GameEvent[] = []) =>
    send({ events } as unknown as Played, { turn } as View);
  const refuse = (turn: number) => happen(turn, [answer("TradeDeclined", 0, 2)]);

  beforeEach(() => {
    vi.useFakeTimers();
    const table = { you: [0], watch: (one: Watcher) => ((send = one), () => {}) };
    lastAnswer = new LastOfferAnswer(table as unknown as Table);
    stop = lastAnswer.listen();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  test("disappears when its turn is over", () => {
    refuse(7);
    vi.advanceTimersByTime(9_000);
    happen(7);
    expect(lastAnswer.value).not.toBeNull();
    happen(8);
    expect(lastAnswer.value).toBeNull();
  });

  test("stays long enough to be read, and then disappears without a further message", () => {
    refuse(7);
    vi.advanceTimersByTime(1_000);
    happen(8); // the turn was over immediately
    happen(8);
    vi.advanceTimersByTime(3_999);
    expect(lastAnswer.value).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(lastAnswer.value).toBeNull();
  });

  test("doesn't disappear when the previous answer would have", () => {
    refuse(7);
    happen(8);
    vi.advanceTimersByTime(4_000);
    refuse(8);
    vi.advanceTimersByTime(60_000);
    expect(lastAnswer.value).not.toBeNull();
  });

  test("leaves no timer behind when the stage is removed", () => {
    refuse(7);
    happen(8);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
