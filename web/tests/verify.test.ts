import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import { Fair, canonical } from "../src/replay/fairDice";
import { readRecord } from "../src/replay/record";
import { DEFAULT_RULES, PURPOSES } from "../src/constants";
import { rulesDigest, verifyRecord, type KnownDice } from "../src/replay/verify";
import { readSample, samples } from "./replay-samples";

const utf8 = new TextEncoder();

describe("fair dice", () => {
  const secret = bytesToHex(Uint8Array.from({ length: 32 }, (_, place) => place));
  const fair = Fair.of(secret, "example-game", "example-rules", ["heads", "", "Zoë"]) as Fair;

  it("compute the worked example in docs/fair-dice.md", () => {
    const commitment = "57fa112e3831f89c5ab46b0ca4d0d7fddb2bd6dddfb0c165ac9412569df9fb45";
    expect(fair.commitment).toBe(commitment);
    expect(fair.roll(PURPOSES.roll, 2, 0)).toEqual([4, 4]);
    expect(fair.roll(PURPOSES.roll, 2, 17354)).toEqual([1, 4]); // the second attempt
    const chance = "15 5 4 3 1 10 2 8 13 0 11 14 6 12 7 9";
    expect(fair.shuffle(PURPOSES.chance, 16).join(" ")).toBe(chance);
    const chest = "9 13 1 6 7 2 10 8 14 12 3 4 15 0 5 11";
    expect(fair.shuffle(PURPOSES.chest, 16).join(" ")).toBe(chest);
  });

  it("reject a malformed secret", () => {
    expect(Fair.of("00", "g", "r", [])).toBeNull();
    expect(Fair.of("AB".repeat(32), "g", "r", [])).toBeNull();
  });

  it("sort names by code point", () => {
    expect(canonical({ "\u{1f3b2}": 1, "\uff5e": [true, null], a: "ë" })).toBe(
      '{"a":"ë","\uff5e":[true,null],"\u{1f3b2}":1}',
    );
  });
});

describe.skipIf(!samples)("records from the engine (PASSGO_SAMPLES names their folder)", () => {
  const lines = (name: string): string[] =>
    new TextDecoder().decode(readSample(name)).trimEnd().split("\n");
  const read = (text: string[]) => readRecord(utf8.encode(text.join("\n") + "\n"));

  it.each(["fair", "fair-short", "fair-plain", "fair-start"])(
    "verifies every roll in %s",
    (name) => {
      const record = readRecord(readSample(name));
      const verdict = verifyRecord(record);
      expect(verdict.differences).toEqual([]);
      expect(verdict.unchecked).toBe("");
      const found = new Map(verdict.checks.map((check) => [check.about, check.found]));
      for (const about of ["sums", "commitment", "rolls"] as const)
        expect(found.get(about)).toBe("right");
      // Nothing vouches for the cards in a handwritten position.
      expect(found.get("decks")).toBe(record.header.start === null ? "right" : "none");
    },
  );

  it("checks the cards in a position if the dice dealt them", () => {
    const record = readRecord(readSample("fair-start"));
    const { start, chance } = record.header;
    if (start === null || chance.kind !== "fair") throw new Error("unexpected sample");
    const secret = record.end?.secret ?? "";
    const fair = Fair.of(secret, chance.game, rulesDigest(record), chance.contributions) as Fair;
    const known = [start.seen, start.players?.map(({ cards }) => cards)].flat(2);
    start.unseen = (["chance", "chest"] as const).map((name) => {
      const cards = boardOf().cards.filter(
        ({ deck, key }) => deck === name && !known.includes(key),
      );
      const order = fair.shuffle(PURPOSES[`unseen_${name}`], cards.length).reverse();
      return order.map((card) => cards[card]?.key ?? "");
    });
    const decks = () => verifyRecord(record).checks.find(({ about }) => about === "decks")?.found;
    expect(decks()).toBe("right");
    start.unseen[0]?.reverse();
    expect(decks()).toBe("none");
  });

  it("detects a record that doesn't match what this browser saw and sent at the table", () => {
    const record = readRecord(readSample("fair"));
    const { chance, players } = record.header;
    if (chance.kind !== "fair") throw new Error("unexpected sample");
    const name = players[0]?.name ?? "";
    const { commitment, game: table } = chance;
    const differences = (known: KnownDice) =>
      verifyRecord(record, known).differences.map(({ key }) => key);
    const kept = { table, commitment, contributions: { [name]: "heads" } };
    expect(differences({ table, saved: kept })).toEqual([]);
    expect(differences({ table: "other", saved: undefined })).toEqual(["replay.differs.game"]);
    const seen = { ...kept, commitment: "other" };
    expect(differences({ table, saved: seen })).toEqual(["replay.differs.seen"]);
    const sent = { ...kept, contributions: { [name]: "tails" } };
    expect(differences({ table, saved: sent })).toEqual(["replay.differs.luck"]);
    record.header.chance = { kind: "recorded" };
    expect(differences({ table, saved: kept })).toEqual(["replay.differs.unsealed"]);
  });

  it("a sample record has the default rules", () => {
    expect(readRecord(readSample("fair")).header.rules).toEqual(DEFAULT_RULES);
  });

  it("reports that seeded dice are not checked here", () => {
    expect(verifyRecord(readRecord(readSample("seeded"))).unchecked).toBe("seeded");
  });

  it("finds the step at which a roll was changed", () => {
    const text = lines("fair-plain");
    const at = text.findIndex((line) => /"chance":\[\[1,\d\]\]/.test(line));
    text[at] = (text[at] as string).replace(/"chance":\[\[1,/, '"chance":[[2,');
    const record = read(text);
    const step = record.steps.findIndex(({ line }) => line === at + 1);
    const found = verifyRecord(record).differences;
    expect(found.filter(({ key }) => key === "replay.differs.roll")).toEqual([
      expect.objectContaining({ step }),
    ]);
    expect(found.some(({ key }) => key === "replay.differs.sum")).toBe(true);
  });

  it("detects a missing roll, which makes all of that seat's later rolls wrong", () => {
    const text = lines("fair-plain");
    const at = text.findIndex((line) => line.includes('"chance":[['));
    text[at] = (text[at] as string).replace(/"chance":\[\[\d,\d\]\]/, '"chance":[]');
    const found = verifyRecord(read(text)).differences;
    expect(found.filter(({ key }) => key === "replay.differs.roll").length).toBeGreaterThan(5);
  });

  it("detects a different deck, secret, contribution or rule", () => {
    const changed = (line: number, from: string | RegExp, to: string) => {
      const text = lines("fair-plain");
      const place = line < 0 ? text.length + line : line;
      text[place] = (text[place] as string).replace(from, to);
      return verifyRecord(read(text)).differences.map(({ key }) => key);
    };
    expect(changed(1, /"chance":\[(\d+),(\d+)/, '"chance":[$2,$1')).toContain(
      "replay.differs.deck.chance",
    );
    expect(changed(1, /"chest":\[[^\]]*\],/, "")).toContain("replay.differs.deck.chest"); // missing
    expect(changed(-1, /"secret":"01/, '"secret":"02')).toContain("replay.differs.commitment");
    expect(changed(0, '"heads"', '"tails"')).toContain("replay.differs.roll");
    expect(changed(0, '"salary":200', '"salary":400')).toContain("replay.differs.commitment");
  });

  it("detects events whose dice don't match their line", () => {
    const text = lines("fair");
    const at = text.findIndex((line) => /"DiceRolled","seat":\d,"first":1/.test(line));
    text[at] = (text[at] as string).replace(/("DiceRolled","seat":\d,"first":)1/, "$12");
    const keys = verifyRecord(read(text)).differences.map(({ key }) => key);
    expect(keys).toContain("replay.differs.told");
    expect(keys).not.toContain("replay.differs.roll");
  });
});
