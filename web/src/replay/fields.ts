// Written by `python -m tools.web_types` from the tables of the Python package.

/** No number in a position is larger. */
export const LARGEST = 1000000000000;

/** A plain field of a view: the kind of its value, the least and greatest number, and the default. */
export interface Field {
  kind: "int" | "flag" | "seat" | "seats" | "space" | "property" | "cards";
  low?: number;
  high?: number;
  default?: number | boolean;
}

/** The fields of a player. */
export const PLAYER_FIELDS = {
  cash: { kind: "int", low: 0 },
  space: { kind: "space" },
  jail: { kind: "int", low: 0, default: 0 },
  laps: { kind: "int", low: 0, default: 0 },
  out: { kind: "flag", default: false },
  leaving: { kind: "flag", default: false },
  always_asks_for_rent: { kind: "flag", default: false },
  cards: { kind: "cards" },
  rolls: { kind: "int", low: 0, default: 0 },
  card_rolls: { kind: "int", low: 0, default: 0 },
  no_offers_until: { kind: "int", low: -1, default: 0 },
} satisfies Record<string, Field>;

/** The fields of a property. */
export const PROPERTY_FIELDS = {
  space: { kind: "property" },
  owner: { kind: "seat" },
  houses: { kind: "int", low: 0, high: 5, default: 0 },
  mortgaged: { kind: "flag", default: false },
} satisfies Record<string, Field>;

/** The plain fields of a view. */
export const STATE_FIELDS = {
  pot: { kind: "int", low: 0, default: 0 },
  first: { kind: "seat" },
  seat: { kind: "seat", default: 0 },
  turn: { kind: "int", low: 1, default: 1 },
  round: { kind: "int", low: 1, default: 1 },
  doubles: { kind: "int", low: 0, high: 3, default: 0 },
  last_roll: { kind: "int", low: 0, high: 12, default: 0 },
  last_serial: { kind: "int", low: 0 },
  moves: { kind: "int", low: 0, default: 0 },
  decision: { kind: "int", low: 0 },
  leaving: { kind: "seats" },
  over: { kind: "flag", default: false },
  winners: { kind: "seats" },
} satisfies Record<string, Field>;

/** The fields of each kind of event, but for `cite`, which all have. */
export const EVENT_FIELDS = {
  GameSetUp: ["players"],
  OpeningRollMade: ["seat", "first", "second"],
  DeedDealt: ["seat", "space"],
  TurnBegan: ["seat", "turn"],
  TurnEnded: ["seat"],
  DiceRolled: ["seat", "first", "second"],
  TokenMoved: ["seat", "start", "space", "by"],
  MoneyPaid: ["payer", "payee", "amount", "reason"],
  PropertyBought: ["seat", "space", "price"],
  PropertyDeclined: ["seat", "space"],
  AuctionOpened: ["space", "bidders"],
  BidMade: ["seat", "space", "amount"],
  BidderPassed: ["seat"],
  PropertyAuctioned: ["seat", "space", "price"],
  PropertyUnsold: ["space"],
  RentFixed: ["owner", "tenant", "space", "amount", "number"],
  RentAskedFor: ["owner", "tenant", "space", "amount", "number"],
  RentLapsed: ["owner", "tenant", "space", "amount", "number"],
  RentOrderSet: ["seat", "on"],
  CardDrawn: ["seat", "card"],
  CardKept: ["seat", "card"],
  CardReturned: ["seat", "card"],
  TaxChosen: ["seat", "share", "amount"],
  SentToJail: ["seat"],
  StayedInJail: ["seat", "turn"],
  LeftJail: ["seat", "by"],
  BuildingBought: ["seat", "space", "houses", "price"],
  BuildingSold: ["seat", "space", "houses", "price"],
  ShortageOpened: ["seat", "kind", "stock", "asked"],
  DemandStated: ["seat", "kind", "count"],
  ShortageServed: ["seat", "kind"],
  BuildingAuctionOpened: ["kind", "stock", "bidders"],
  BuildingBidMade: ["seat", "space", "amount"],
  ShortageEnded: ["kind"],
  PropertyMortgaged: ["seat", "space", "amount"],
  PropertyUnmortgaged: ["seat", "space", "cost"],
  MortgageKept: ["seat", "space", "interest"],
  MortgageCanceled: ["space"],
  TradeOffered: ["offer"],
  TradeAccepted: ["number", "maker", "partner"],
  TradeDeclined: ["number", "maker", "partner"],
  TradeWithdrawn: ["number", "maker", "partner"],
  OffersPaused: ["seat", "until"],
  DeedTransferred: ["space", "giver", "taker"],
  CardTransferred: ["card", "giver", "taker"],
  DebtOpened: ["debtor", "creditor", "amount", "missing", "reason"],
  DebtVoided: ["debtor", "creditor", "amount"],
  WentBankrupt: ["seat", "creditor", "amount"],
  Resigned: ["seat"],
  PlayerLeft: ["seat", "heir"],
  GameEnded: ["winners", "worths", "reason"],
};
