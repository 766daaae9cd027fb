import { describe, expect, test } from "vitest";
import { boardOf } from "../src/game/boardData";
import { ownedBy } from "../src/game/ownedGroups";
import type { Property } from "../src/generated/wire";

const board = boardOf();

function properties(...owned: Partial<Property>[]): Property[] {
  return board.spaces.flatMap((space, number) => {
    if (!space.group) return [];
    const found = owned.find((one) => one.space === number);
    return [{ space: number, owner: -1, houses: 0, mortgaged: false, ...found }];
  });
}

describe("owned groups", () => {
  test("show owned, mortgaged and built-on properties, and whether the group is complete", () => {
    const view = properties(
      { space: 1, owner: 0, houses: 2 },
      { space: 3, owner: 0, mortgaged: true },
      { space: 6, owner: 0 },
      { space: 8, owner: 1 },
    );
    const [brown, lightBlue, pink] = ownedBy(0, view, board);
    expect(brown).toEqual({
      group: "brown",
      count: 2,
      complete: true,
      pips: [
        { space: 1, state: "complete", houses: 2 },
        { space: 3, state: "mortgaged", houses: 0 },
      ],
    });
    expect(lightBlue?.pips.map((pip) => pip.state)).toEqual(["owned", "none", "none"]);
    expect(pink?.count).toBe(0);
  });

  test("each half of the pips has 14 properties", () => {
    const sizes = ownedBy(0, properties(), board).map((one) => one.pips.length);
    const sum = (part: number[]) => part.reduce((total, size) => total + size, 0);
    expect([sum(sizes.slice(0, 5)), sum(sizes.slice(5))]).toEqual([14, 14]);
  });
});
