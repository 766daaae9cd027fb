/** The subset of `Words` needed by the modules that compose sentences. */
import type { BoardData } from "../game/boardData";
import type { GameEvent, Offer, OpenOffer } from "../generated/wire";

export type Sections = Record<string, Record<string, string>>;
export type Values = Record<string, unknown>;

/** The names at the table: the players' names and the board. */
export interface Names {
  names: readonly string[];
  board: BoardData;
  /**
   * Return whether a deed is mortgaged now, or was when this offer was made. Without it, deeds in
   * offers are named as they are in Python.
   */
  mortgaged?: ((space: number, offer?: Offer | OpenOffer) => boolean) | undefined;
}

/** One line of a log: the sentence, its citations, and the events it describes. */
export interface NarrationLine {
  text: string;
  cites: string[];
  events: GameEvent[];
}

export interface Lexicon {
  template(section: string, name: string, ...variants: string[]): string;
  fill(template: string, values: Values, who: Names): string;
  fillClause(template: string, values: Values, who: Names): string;
  value(name: string, value: unknown, who: Names, last?: "and" | "or"): string;
  name(key: string, values?: Values): string;
  row(items: readonly string[], last?: "and" | "or"): string;
  money(amount: number): string;
  player(seat: number, names: readonly string[]): string;
  space(number: number, board: BoardData): string;
  deed(space: number, who: Names, offer?: Offer | OpenOffer): string;
  card(card: number | string, board: BoardData): string;
  cardText(card: number | string, board: BoardData): string;
  deck(deck: "chance" | "chest"): string;
}
