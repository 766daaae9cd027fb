/** The sounds for game events, timed to match the board. */
import type { GameEvent, Played } from "../generated/wire";
import type { Kind } from "./kinds";

export interface Note {
  kind: Kind;
  /** Seconds after the message arrives. */
  at: number;
}

const DICE = 0.6;
const STEP = 0.11;
const WALK = 0.9;
const BEAT = 0.25;

const SIMPLE: Partial<Record<GameEvent["event"], Kind>> = {
  CardDrawn: "card",
  BuildingBought: "build",
  BuildingSold: "build",
  AuctionOpened: "bid",
  BidMade: "bid",
  BuildingBidMade: "bid",
  PropertyAuctioned: "hammer",
  PropertyBought: "money",
  PropertyMortgaged: "money",
  PropertyUnmortgaged: "money",
  TradeAccepted: "money",
  WentBankrupt: "bankrupt",
  Resigned: "bankrupt",
  GameEnded: "win",
};

/** Silent payments: those made before the game, and those whose cause has its own sound. */
const SILENT = new Set([
  "start",
  "deal",
  "purchase",
  "auction",
  "building",
  "building_sale",
  "mortgage",
  "unmortgage",
  "trade",
]);

/** Return the sounds for one message. `pace` is 1 for full animation and 0 for none. */
export function scoreOf({ events }: Played, spaces: number, pace: number): Note[] {
  const notes: Note[] = [];
  let at = 0;
  const sound = (kind: Kind, takes: number) => {
    notes.push({ kind, at });
    at += takes;
  };
  for (const event of events) {
    if (event.event === "DiceRolled") {
      sound("dice", DICE * pace);
    } else if (event.event === "TokenMoved") {
      if (event.by !== "dice" || pace === 0) continue;
      const steps = (event.space - event.start + spaces) % spaces;
      const gap = Math.min(STEP, WALK / Math.max(1, steps)) * pace;
      for (let step = 0; step < steps; step++) sound("step", gap);
    } else if (event.event === "MoneyPaid") {
      if (event.reason === "salary") sound("go", BEAT * pace);
      else if (!SILENT.has(event.reason)) sound("money", BEAT * pace);
    } else {
      const kind = SIMPLE[event.event];
      if (kind !== undefined && notes.at(-1)?.kind !== kind) sound(kind, BEAT * pace);
    }
  }
  return notes;
}
