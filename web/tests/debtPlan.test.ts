import { describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { Action, Option } from "../src/generated/wire";
import { planLines, waysToRaise } from "../src/stage/debtPlan";

const board = boardOf();
const ANN = 0;

const spaces = (action: "Mortgage" | "SellBuilding", priced: Record<number, number>): Option => ({
  action,
  seat: ANN,
  choices: {
    space: {
      values: Object.keys(priced).map(Number),
      costs: Object.values(priced).map((sum) => -sum),
    },
  },
});

describe("raising money for a debt", () => {
  const mortgage = (space: number): Action => ({ action: "Mortgage", seat: ANN, space });
  const sale = (space: number): Action => ({ action: "SellBuilding", seat: ANN, space });
  const clearance = (group: number): Action => ({ action: "SellGroupBuildings", seat: ANN, group });

  it("each way to raise money is listed with its proceeds", () => {
    const group: Option = {
      action: "SellGroupBuildings",
      seat: ANN,
      choices: { group: { values: [7], costs: [-1000] } },
    };
    const options = [
      spaces("SellBuilding", { 37: 100 }),
      group,
      spaces("Mortgage", { 5: 100, 6: 0 }),
    ];
    expect(waysToRaise(options)).toEqual([
      { action: sale(37), brings: 100 },
      { action: clearance(7), brings: 1000 },
      { action: mortgage(5), brings: 100 },
    ]);
  });

  it("consecutive sales in one group form one line", () => {
    const steps = [
      { action: mortgage(5), brings: 100 },
      { action: sale(3), brings: 25 },
      { action: sale(1), brings: 25 },
      { action: sale(39), brings: 100 },
      { action: clearance(7), brings: 900 },
    ];
    expect(planLines({ steps, brings: 1150, left_over: 0 }, board)).toEqual([
      { action: mortgage(5), brings: 100, count: 1 },
      { action: sale(3), brings: 50, count: 2 },
      { action: sale(39), brings: 100, count: 1 },
      { action: clearance(7), brings: 900, count: 1 },
    ]);
    expect(planLines(undefined, board)).toEqual([]);
  });
});
