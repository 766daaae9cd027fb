/**
 * The terms of a trade as one side sees them, their limits, and what each side would have
 * afterward.
 */
import type { BoardData } from "../game/boardData";
import type { Action, Choice, OpenOffer, Option, View } from "../generated/wire";
import { HOTEL_LEVEL } from "../constants";
import { cardNumber, groupOf, holdings, ownerOf, propertyAt, transferCost } from "../game/deeds";

/** What one side gives. */
export interface Goods {
  cash: number;
  deeds: number[];
  cards: number[];
}

export interface Terms {
  give: Goods;
  get: Goods;
  /** The received mortgaged deeds to unmortgage immediately. */
  unmortgage: number[];
}

/** What one side may give, from the options. */
export interface GoodsLimits {
  /** The maximum amount of cash. */
  high: number;
  deeds: number[];
  cards: number[];
}

export interface Limits {
  give: GoodsLimits;
  get: GoodsLimits;
  /** The cost of unmortgaging each deed immediately, by its space. */
  unmortgages: Map<number, number>;
}

export const NOTHING: Goods = { cash: 0, deeds: [], cards: [] };
export const NO_TERMS: Terms = { give: NOTHING, get: NOTHING, unmortgage: [] };
const NO_LIMITS: GoodsLimits = { high: 0, deeds: [], cards: [] };

function numbers(choice: Choice): number[] {
  return "values" in choice ? choice.values.map(Number) : [];
}

function high(choice: Choice): number {
  return "high" in choice ? choice.high : 0;
}

/**
 * Return the limits for an offer to a partner, or for a counteroffer; null if there is no such
 * option.
 */
export function limitsOf(options: Option[], partner: number, counter: number): Limits | null {
  for (const option of options) {
    if (option.refusal !== undefined) continue;
    if (option.action === "OfferTrade" && counter < 0) {
      if (!numbers(option.choices.partner).includes(partner)) continue;
    } else if (option.action === "CounterTrade" && counter >= 0) {
      if (!numbers(option.choices.offer).includes(counter)) continue;
    } else continue;
    const { give_cash, get_cash, give_deeds, get_deeds, give_cards, get_cards, unmortgage } =
      option.choices;
    return {
      give: { high: high(give_cash), deeds: numbers(give_deeds), cards: numbers(give_cards) },
      get: { high: high(get_cash), deeds: numbers(get_deeds), cards: numbers(get_cards) },
      unmortgages: unmortgageCosts(unmortgage),
    };
  }
  return null;
}

function unmortgageCosts(choice: Choice): Map<number, number> {
  if (!("values" in choice)) return new Map();
  return new Map(choice.values.map((space, place) => [Number(space), choice.costs?.[place] ?? 0]));
}

/**
 * Return the terms reduced to the limits, because the game may have changed since they were chosen.
 */
export function limitTerms(terms: Terms, limits: Limits | null): Terms {
  const cut = (goods: Goods, limit: GoodsLimits): Goods => ({
    cash: Math.max(0, Math.min(Math.floor(goods.cash) || 0, limit.high)),
    deeds: goods.deeds.filter((space) => limit.deeds.includes(space)),
    cards: goods.cards.filter((card) => limit.cards.includes(card)),
  });
  const get = cut(terms.get, limits?.get ?? NO_LIMITS);
  return {
    give: cut(terms.give, limits?.give ?? NO_LIMITS),
    get,
    unmortgage: terms.unmortgage.filter(
      (space) => get.deeds.includes(space) && limits?.unmortgages.has(space),
    ),
  };
}

/** Return the terms of an open offer, as seen by its maker. */
export function termsOf(offer: OpenOffer, board: BoardData): Terms {
  const cardNumbers = (cards: string[]) => cards.map((card) => cardNumber(board, card));
  return {
    give: {
      cash: offer.give_cash,
      deeds: [...offer.give_deeds],
      cards: cardNumbers(offer.give_cards),
    },
    get: { cash: offer.get_cash, deeds: [...offer.get_deeds], cards: cardNumbers(offer.get_cards) },
    unmortgage: [...offer.unmortgage],
  };
}

/** Return the terms of an open offer as seen by the partner, who gives what the maker gets. */
export function mirrorTerms(offer: OpenOffer, board: BoardData): Terms {
  const { give, get } = termsOf(offer, board);
  return { give: get, get: give, unmortgage: [] };
}

export function isEmpty({ give, get }: Terms): boolean {
  return [give, get].every((side) => !side.cash && !side.deeds.length && !side.cards.length);
}

/** Return whether both sides give the same in two trades. */
export function isSameTrade(one: Terms, other: Terms): boolean {
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
  const goods = ({ give, get }: Terms) =>
    [give, get].map(({ cash, deeds, cards }) => [cash, sorted(deeds), sorted(cards)]);
  return JSON.stringify(goods(one)) === JSON.stringify(goods(other));
}

/** Add a value to a list, or remove it if it is there. */
export function toggle(list: readonly number[], value: number): number[] {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
}

/**
 * Return the partner with the most deeds in groups where the maker owns one too, the first if
 * several have as many; -1 if there are no partners.
 */
export function likelyPartner(
  view: View,
  board: BoardData,
  maker: number,
  partners: readonly number[],
): number {
  const owners = board.groups.flatMap(({ key }) => {
    const group = groupOf(board, key).spaces.map((space) => ownerOf(view, space));
    return group.includes(maker) ? group : [];
  });
  const shared = partners.map((seat) => owners.filter((owner) => owner === seat).length);
  return partners[shared.indexOf(Math.max(...shared))] ?? -1;
}

/** Return the action that makes this offer. */
export function makeOffer(seat: number, partner: number, counter: number, terms: Terms): Action {
  const { give, get, unmortgage } = terms;
  const named = {
    give_cash: give.cash,
    get_cash: get.cash,
    give_deeds: give.deeds,
    get_deeds: get.deeds,
    give_cards: give.cards,
    get_cards: get.cards,
    unmortgage,
  };
  return counter >= 0
    ? { action: "CounterTrade", seat, offer: counter, ...named }
    : { action: "OfferTrade", seat, partner, ...named };
}

// -- groups with buildings ------------------------------------------------------------------------

export interface BuiltGroups {
  keys: string[];
  kind: "house" | "houses" | "hotels" | "buildings";
}

/**
 * Return a player's groups that have buildings, so that none of their deeds can be traded, and what
 * kind of buildings they have; null if there are none.
 */
export function builtGroups(view: View, board: BoardData, seat: number): BuiltGroups | null {
  const levelsOf = ({ spaces }: { spaces: number[] }) =>
    spaces.map((space) => propertyAt(view, space)?.houses ?? 0).filter((houses) => houses > 0);
  const built = holdings(view, board, seat).filter((group) => levelsOf(group).length > 0);
  const levels = built.flatMap(levelsOf);
  const hotels = levels.filter((houses) => houses === HOTEL_LEVEL).length;
  if (levels.length === 0) return null;
  const houses = levels.join() === "1" ? "house" : "houses";
  const kind = hotels === levels.length ? "hotels" : hotels > 0 ? "buildings" : houses;
  return { keys: built.map(({ key }) => key), kind };
}

// -- after the trade ------------------------------------------------------------------------------

/** A consequence of a trade in a few words. */
export interface OfferEffect {
  text: string;
  /** Whether it is good for the player. */
  good: boolean;
}

export interface GroupChange {
  key: string;
  before: number;
  after: number;
  of: number;
  completed: boolean;
  broken: boolean;
}

export interface Standing {
  cash: number;
  cashAfter: number;
  /** The part of the cash change that goes to the Bank for mortgaged deeds received. */
  toBank: number;
  groups: GroupChange[];
  /** Get Out of Jail Free cards. */
  cards: number;
  cardsAfter: number;
}

/** Return what a side has before and after the trade: deeds by group, cash and cards. */
export function standingAfter(
  view: View,
  board: BoardData,
  seat: number,
  out: Goods,
  into: Goods,
  unmortgage: number[],
): Standing {
  const player = view.players[seat];
  const cash = player?.cash ?? 0;
  const costs = into.deeds.map((space) => transferCost(view, space, unmortgage.includes(space)));
  const toBank = costs.reduce((sum, cost) => sum + cost, 0);
  const groups = board.groups.flatMap(({ key }): GroupChange[] => {
    const { spaces } = groupOf(board, key);
    const has = (space: number): boolean => ownerOf(view, space) === seat;
    const will = (space: number): boolean =>
      into.deeds.includes(space) || (has(space) && !out.deeds.includes(space));
    const [before, after, of] = [
      spaces.filter(has).length,
      spaces.filter(will).length,
      spaces.length,
    ];
    if (before === 0 && after === 0) return [];
    const completed = after === of && before < of;
    return [{ key, before, after, of, completed, broken: before === of && after < of }];
  });
  const cards = player?.cards.length ?? 0;
  return {
    cash,
    cashAfter: cash - out.cash + into.cash - toBank,
    toBank,
    groups,
    cards,
    cardsAfter: cards - out.cards.length + into.cards.length,
  };
}
