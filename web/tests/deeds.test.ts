import { describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import { aboutSpace } from "../src/deeds/spaceInfo";
import {
  bankStock,
  cardNumber,
  groupOf,
  holdings,
  ownerOf,
  rentRows,
  stepOf,
  deedStepsOf,
} from "../src/game/deeds";
import type { Property, Option, Rules, View } from "../src/generated/wire";

const board = boardOf();
const [ANN, BOB] = [0, 1];
const [MEDITERRANEAN, BALTIC, READING, ELECTRIC, STATES] = [1, 3, 5, 12, 13];

function property(space: number, owner: number, more: Partial<Property> = {}): Property {
  return { space, owner, houses: 0, mortgaged: false, ...more };
}

function viewOf(properties: Property[], rules: Partial<Rules> = {}): View {
  const agreed = { unlimited_buildings: false, ...rules };
  return { properties, rent_rows: [], rules: agreed, pot: 0 } as unknown as View;
}

function current(view: View, space: number): string[] {
  return rentRows(view, board, space)
    .filter((row) => row.current)
    .map((row) => `${row.kind} ${row.count} ${row.amount}`);
}

describe("ownership", () => {
  const view = viewOf([
    property(BALTIC, ANN),
    property(MEDITERRANEAN, ANN),
    property(READING, ANN),
    property(15, BOB),
  ]);

  it("lists a player's deeds by group, in board order", () => {
    expect(holdings(view, board, ANN)).toEqual([
      { key: "brown", number: 0, spaces: [1, 3], own: [1, 3], complete: true },
      { key: "railroads", number: 8, spaces: [5, 15, 25, 35], own: [5], complete: false },
    ]);
  });

  it("assigns unowned deeds to the Bank", () => {
    expect(ownerOf(view, STATES)).toBe(-1);
    expect(ownerOf(view, 15)).toBe(BOB);
  });

  it("finds a card's number, given its key or number", () => {
    const number = cardNumber(board, "chest.jail_free");
    expect(board.cards[number]?.deck).toBe("chest");
    expect(cardNumber(board, number)).toBe(number);
  });
});

describe("a printed deed", () => {
  it("has seven lines for a street, four for a railroad, and two for a utility", () => {
    const view = viewOf([]);
    expect(rentRows(view, board, BALTIC).map((row) => row.amount)).toEqual([
      4, 8, 20, 60, 180, 320, 450,
    ]);
    expect(rentRows(view, board, READING).map((row) => row.amount)).toEqual([25, 50, 100, 200]);
    expect(rentRows(view, board, ELECTRIC).map((row) => row.amount)).toEqual([4, 10]);
    expect(rentRows(view, board, 0)).toEqual([]);
  });

  it("marks the rent that is current according to the server", () => {
    const view = viewOf([property(BALTIC, ANN), property(READING, BOB)]);
    expect(current({ ...view, rent_rows: [6, 1] }, BALTIC)).toEqual(["hotel 1 450"]);
    expect(current({ ...view, rent_rows: [1, 1] }, BALTIC)).toEqual(["group 0 8"]);
    expect(current({ ...view, rent_rows: [1, 1] }, READING)).toEqual(["railroad 2 50"]);
    expect(current({ ...view, rent_rows: [-1, 1] }, BALTIC)).toEqual([]);
    expect(current({ ...view, rent_rows: [1, 1] }, ELECTRIC)).toEqual([]);
  });

  it("shows the mortgage value, the interest, and the cost of unmortgaging", () => {
    const deed = board.spaces[ELECTRIC]?.deed;
    expect([deed?.mortgage, deed?.interest, deed?.unmortgage_cost]).toEqual([75, 8, 83]);
  });
});

describe("the Bank's buildings", () => {
  it("are the total minus those on the board", () => {
    const properties = [
      property(1, ANN, { houses: 3 }),
      property(3, ANN, { houses: 5 }),
      property(6, BOB),
    ];
    expect(bankStock(viewOf(properties), board)).toEqual({ houses: 29, hotels: 11 });
  });

  it("never run out if the rules say so", () => {
    expect(bankStock(viewOf([], { unlimited_buildings: true }), board)).toBeNull();
  });
});

describe("actions", () => {
  const options: Option[] = [
    { action: "Build", seat: ANN, choices: { space: { values: [1, 3], costs: [50, 50] } } },
    { action: "SellGroupBuildings", seat: ANN, choices: { group: { values: [0], costs: [-75] } } },
  ];

  it("have the cost given by the options, or none if they are not possible", () => {
    expect(stepOf(options, "Build", ANN, BALTIC)).toEqual({
      name: "Build",
      action: { action: "Build", seat: ANN, space: BALTIC },
      cost: 50,
    });
    expect(stepOf(options, "Build", ANN, STATES).cost).toBeNull();
    expect(stepOf(options, "Unmortgage", ANN, BALTIC).cost).toBeNull();
    expect(stepOf(options, "SellGroupBuildings", ANN, 0)).toEqual({
      name: "SellGroupBuildings",
      action: { action: "SellGroupBuildings", seat: ANN, group: 0 },
      cost: -75,
    });
  });

  it("are never hidden: a street has five, and a railroad has two", () => {
    const names = (space: number) => deedStepsOf([], board, ANN, space).map((step) => step.name);
    expect(names(BALTIC)).toEqual([
      "Build",
      "SellBuilding",
      "SellGroupBuildings",
      "Mortgage",
      "Unmortgage",
    ]);
    expect(names(READING)).toEqual(["Mortgage", "Unmortgage"]);
    expect(groupOf(board, "dark_blue")).toMatchObject({ number: 7, spaces: [37, 39] });
  });
});

describe("spaces without a deed", () => {
  const rules = {
    salary: 200,
    income_tax_flat: 200,
    income_tax_percent: 10,
    luxury_tax: 75,
    jail_fine: 50,
    jail_turns: 3,
  } as Rules;

  it("each have an explanation of what happens there, with a rule", () => {
    const kinds = new Set(board.spaces.filter((space) => !space.group).map((space) => space.kind));
    for (const kind of kinds) {
      const about = aboutSpace(kind, { rules, pot: 0 });
      expect(about.length, kind).toBeGreaterThan(0);
      for (const one of about) expect(one.cite, one.key).not.toBe("");
    }
  });

  it("follow the table's rules", () => {
    const pot = aboutSpace("parking", { rules: { ...rules, free_parking_pot: true }, pot: 120 });
    expect(pot).toEqual([
      { key: "deeds.about.parking.pot", values: { pot: 120 }, cite: "House free_parking_pot" },
    ]);
    const flat = aboutSpace("income_tax", { rules: { ...rules, income_tax_percent: 0 }, pot: 0 });
    expect(flat[0]?.key).toBe("deeds.about.income_tax.flat");
    const jailed = (jail_turns: number) =>
      aboutSpace("jail", { rules: { ...rules, jail_turns }, pot: 0 })[1]?.cite;
    expect([jailed(1), jailed(3)]).toEqual(["Ruling 18", "CR 6.3"]);
  });
});
