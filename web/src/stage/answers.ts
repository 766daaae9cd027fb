/**
 * The answers that a seat can give to the current decision, the main one first. They are derived
 * from the options alone, without any rules.
 */
import type { BoardData } from "../game/boardData";
import type { Action, AgendaEntry, Choice, Option, SeatOptions, View } from "../generated/wire";

export interface AnswerChoice {
  /** The key of the answer's text. */
  text: string;
  values?: Record<string, number | string>;
  /** The values that are amounts, which are shown as money. */
  money?: Record<string, number>;
  /** The property in the answer's text. */
  space?: number;
  /** The key as printed on the button. */
  hotkey: string;
  /** The `KeyboardEvent.key` values in lower case. */
  keys: string[];
  /** The action to play; null means raising the money for a debt, step by step, or `opens`. */
  action: Action | null;
  /** The sheet to open instead of playing an action; or order to stay out of the auction. */
  opens?: "deeds" | "trade" | "order";
  allowed: boolean;
  /** The action to explain if the answer is not allowed; missing if it is `action` itself. */
  ask?: Action;
  /** Whether to ask for confirmation, because the action cannot be undone. */
  sure?: boolean;
}

/** Return whether an answer contains a typed amount that is not a number. */
export const isUnreadable = ({ money = {}, values = {} }: AnswerChoice): boolean =>
  Object.values({ ...money, ...values }).some(Number.isNaN);

/** What the player has entered on the stage: an amount or a count, and the property to build on. */
export interface Chosen {
  sum: number;
  property: number;
}

export const topOf = (view: View): AgendaEntry | undefined => view.agenda[view.agenda.length - 1];

/** Return the options for one action; there may be several, such as one for each property. */
export function optionsOf<Name extends Option["action"]>(
  options: SeatOptions | undefined,
  action: Name,
): Extract<Option, { action: Name }>[] {
  const found = options?.options.filter((one) => one.action === action && !one.refusal) ?? [];
  return found as Extract<Option, { action: Name }>[];
}

/** Return whether this action has an option in which the field, if given, has this value. */
export function canPlay(
  options: SeatOptions | undefined,
  action: Option["action"],
  field?: string,
  value?: number | boolean,
): boolean {
  return optionsOf(options, action).some((option) => {
    if (field === undefined) return true;
    const choice = (option.choices as Record<string, Choice>)[field];
    if (choice === undefined || value === undefined) return false;
    if ("values" in choice) return choice.values.includes(value);
    return choice.low <= Number(value) && Number(value) <= choice.high;
  });
}

/**
 * Return a seat's answers, the main one first; answers that are not currently possible are included
 * but marked as not allowed. `limit` is the seat's standing order to bid, if there is one.
 */
export function answersOf(
  view: View,
  board: BoardData,
  seat: number,
  options: SeatOptions | undefined,
  chosen: Chosen,
  limit?: number,
): AnswerChoice[] {
  const top = topOf(view);
  const mine = view.waiting_for.includes(seat);
  const simple = (action: "Roll" | "EndTurn" | "Buy" | "Decline" | "PassBid" | "PayFine") => ({
    action: { action, seat } as Action,
    allowed: mine && canPlay(options, action),
  });
  if (top?.entry === "Auction") {
    const answers = auction(seat, options, chosen, top.seat === seat, mine);
    // While others decide, a bidder can pass in advance.
    return mine || limit === 0 || !top.bidders.includes(seat) ? answers : [answers[0]!, STAY_OUT];
  }
  if (top?.entry === "BuildingAuction")
    return building(seat, options, chosen, top.seat === seat, mine);
  if (mine && top?.entry === "ToEndTurn")
    return [{ text: "stage.pass", hotkey: "E", keys: ["e", " "], ...simple("EndTurn") }];
  if (mine && top?.entry === "BuyOrAuction") {
    const price = board.spaces[top.space]?.price ?? 0;
    const decline = view.rules.no_auctions ? "stage.leave" : "stage.auction";
    const buy = { text: "stage.buy", money: { price }, hotkey: "B", keys: ["b"], ...simple("Buy") };
    return [
      (buy.allowed ? undefined : wayToCash(options)) ?? buy,
      { text: decline, hotkey: "A", keys: ["a"], ...simple("Decline") },
    ];
  }
  if (mine && top?.entry === "TaxChoice") return tax(view, seat, options);
  if (mine && top?.entry === "Inheritance") return inheritance(seat, options);
  if (mine && top?.entry === "DemandRound")
    return [
      {
        text: chosen.sum === 0 ? "stage.demand.none" : "stage.demand",
        values: { count: chosen.sum },
        hotkey: "Enter",
        keys: ["enter"],
        action: { action: "StateDemand", seat, count: chosen.sum },
        allowed: canPlay(options, "StateDemand", "count", chosen.sum),
      },
    ];
  if (mine && top?.entry === "DebtDue") return debt(seat, options);
  const rolling: AnswerChoice = {
    text: "stage.roll",
    hotkey: mine ? "Space" : "", // while others decide, the key only explains that
    keys: [" "],
    ...simple("Roll"),
    allowed: mine && top?.entry === "ToRoll" && canPlay(options, "Roll"),
  };
  const jailed = mine && top?.entry === "ToRoll" && (view.players[seat]?.jail ?? 0) > 0;
  return jailed ? [rolling, ...waysOut(view, board, seat, options)] : [rolling];
}

/** The answers without an action. The menu handles the keys of the sheets. */
const DEEDS: AnswerChoice = {
  text: "stage.raise_cash",
  hotkey: "M",
  keys: [],
  action: null,
  opens: "deeds",
  allowed: true,
};
const TRADE: AnswerChoice = { ...DEEDS, text: "stage.offer_trade", hotkey: "T", opens: "trade" };
const STAY_OUT: AnswerChoice = { ...DEEDS, text: "stage.stay_out", hotkey: "", opens: "order" };

/** Return the answer that opens the sheet where the player can raise cash, if there is one. */
function wayToCash(options: SeatOptions | undefined): AnswerChoice | undefined {
  const ways = ["Mortgage", "SellBuilding", "SellGroupBuildings"] as const;
  if (ways.some((way) => canPlay(options, way))) return DEEDS;
  return canPlay(options, "OfferTrade") ? TRADE : undefined;
}

function waysOut(
  view: View,
  board: BoardData,
  seat: number,
  options: SeatOptions | undefined,
): AnswerChoice[] {
  const fine: AnswerChoice = {
    text: "stage.fine",
    money: { fine: view.rules.jail_fine },
    hotkey: "F",
    keys: ["f"],
    action: { action: "PayFine", seat },
    allowed: canPlay(options, "PayFine"),
  };
  const held = view.players[seat]?.cards[0];
  if (held === undefined) return [fine];
  const number = board.cards.findIndex(({ key }) => key === held);
  return [
    fine,
    {
      text: "stage.card",
      hotkey: "U",
      keys: ["u"],
      action: { action: "UseCard", seat, card: number },
      allowed: canPlay(options, "UseCard", "card", number),
    },
  ];
}

function auction(
  seat: number,
  options: SeatOptions | undefined,
  { sum }: Chosen,
  leads: boolean,
  mine: boolean,
): AnswerChoice[] {
  const pass: Action = { action: "PassBid", seat };
  const ask = leads ? { ask: pass } : {};
  return [
    {
      text: "stage.bid",
      money: { sum },
      hotkey: "Enter",
      keys: ["enter"],
      action: { action: "Bid", seat, amount: sum },
      allowed: mine && canPlay(options, "Bid", "amount", sum),
      ...ask,
    },
    {
      text: "stage.out",
      hotkey: "P",
      keys: ["p"],
      action: pass,
      allowed: mine && canPlay(options, "PassBid"),
    },
  ];
}

function building(
  seat: number,
  options: SeatOptions | undefined,
  { sum, property }: Chosen,
  leads: boolean,
  mine: boolean,
): AnswerChoice[] {
  const pass: Action = { action: "PassBid", seat };
  const possible = optionsOf(options, "BidForBuilding").some(({ choices }) => {
    const { amount, space } = choices;
    if (!("values" in space) || !space.values.includes(property)) return false;
    return "low" in amount && amount.low <= sum && sum <= amount.high;
  });
  return [
    {
      ...(property >= 0 ? { text: "stage.bid.on", space: property } : { text: "stage.bid" }),
      money: { sum },
      hotkey: "Enter",
      keys: ["enter"],
      action: { action: "BidForBuilding", seat, amount: sum, space: property },
      allowed: mine && possible,
      ...(leads ? { ask: pass } : {}),
    },
    {
      text: "stage.out",
      hotkey: "P",
      keys: ["p"],
      action: pass,
      allowed: mine && canPlay(options, "PassBid"),
    },
  ];
}

function tax(view: View, seat: number, options: SeatOptions | undefined): AnswerChoice[] {
  return [
    {
      text: "stage.tax.flat",
      money: { flat: view.rules.income_tax_flat },
      hotkey: "1",
      keys: ["1"],
      action: { action: "ChooseTax", seat, share: false },
      allowed: canPlay(options, "ChooseTax", "share", false),
    },
    {
      text: "stage.tax.share",
      values: { percent: view.rules.income_tax_percent },
      hotkey: "2",
      keys: ["2"],
      action: { action: "ChooseTax", seat, share: true },
      allowed: canPlay(options, "ChooseTax", "share", true),
    },
  ];
}

function inheritance(seat: number, options: SeatOptions | undefined): AnswerChoice[] {
  const { cost = 0, interest = 0 } = (options?.questions[0]?.values ?? {}) as Record<
    string,
    number
  >;
  return [
    {
      text: "stage.keep",
      money: { interest },
      hotkey: "1",
      keys: ["1"],
      action: { action: "InheritDeed", seat, unmortgage: false },
      allowed: canPlay(options, "InheritDeed", "unmortgage", false),
    },
    {
      text: "stage.unmortgage",
      money: { cost },
      hotkey: "2",
      keys: ["2"],
      action: { action: "InheritDeed", seat, unmortgage: true },
      allowed: canPlay(options, "InheritDeed", "unmortgage", true),
    },
  ];
}

function debt(seat: number, options: SeatOptions | undefined): AnswerChoice[] {
  const { missing = 0 } = (options?.questions[0]?.values ?? {}) as Record<string, number>;
  const bankrupt: Action = { action: "GoBankrupt", seat };
  const raise: AnswerChoice = {
    text: "stage.raise",
    money: { amount: options?.raise_plan?.brings ?? missing },
    hotkey: "Space",
    keys: [" "],
    action: null,
    allowed: options?.raise_plan !== undefined,
  };
  return [
    !raise.allowed && canPlay(options, "OfferTrade") ? TRADE : raise,
    {
      text: "stage.bankrupt",
      hotkey: "",
      keys: [],
      action: bankrupt,
      allowed: canPlay(options, "GoBankrupt"),
      sure: true,
    },
  ];
}
