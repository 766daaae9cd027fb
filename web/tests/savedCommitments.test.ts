import { beforeEach, describe, expect, it } from "vitest";
import {
  forgetContributions,
  saveCommitment,
  saveContribution,
  findCommitment,
} from "../src/table/savedCommitments";

beforeEach(() => localStorage.clear());

describe("the saved data about a table's dice", () => {
  it("has the first commitment and the last contribution, even if the seats are lost", () => {
    saveCommitment("one", "first");
    saveCommitment("one", "second");
    saveContribution("one", "Ann", "heads");
    saveContribution("one", "Bob", "tails");
    saveContribution("one", "Ann", null);
    expect(findCommitment("one")).toEqual({
      table: "one",
      commitment: "first",
      contributions: { Bob: "tails" },
    });
    forgetContributions("one");
    expect(findCommitment("one")).toEqual({ table: "one", commitment: "first", contributions: {} });
    localStorage.setItem("passgo.dice", '[null, {"table": "one"}, 7]');
    expect(findCommitment("one")).toBeUndefined();
  });
});
