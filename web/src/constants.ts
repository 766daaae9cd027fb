// Written by `python -m tools.web_types` from the constants of the Python package.

/** The payee and owner that is not a player. */
export const BANK = -1;

/** The money on Free Parking, as a payer or payee. */
export const POT = -2;

/** The `houses` of a property with a hotel. */
export const HOTEL_LEVEL = 5;

/** The kind of building that is a house. */
export const HOUSE_KIND = 0;

/** The kind of building that is a hotel. */
export const HOTEL_KIND = 1;

/** A pause of offers until the game is over. */
export const WHOLE_GAME = -1;

/** By how much a standing order outbids others. */
export const BID_STEP = 10;

/** The fewest seats of a table. */
export const LEAST_SEATS = 2;

/** The most seats of a table. */
export const MOST_SEATS = 8;

/** Characters of a player's name. */
export const LONGEST_NAME = 24;

/** Characters of a table's title. */
export const LONGEST_TITLE = 60;

/** Characters that a player adds to the dice. */
export const LONGEST_CONTRIBUTION = 64;

/** Characters of a line of chat. */
export const LONGEST_CHAT = 300;

/** Seconds of the longest clock. */
export const LONGEST_CLOCK = 1209600;

/** Minutes of the longest game with a time limit. */
export const LONGEST_GAME = 1440;

/** The fewest spaces of a board. */
export const FEWEST_SPACES = 12;

/** The most spaces of a board. */
export const MOST_SPACES = 120;

/** The version of the messages of the socket. */
export const PROTOCOL_VERSION = 2;

/** The version of the records that can be read. */
export const RECORD_VERSION = 3;

/** What fair dice are asked for, as docs/fair-dice.md numbers it. */
export const PURPOSES = {
  "opening_roll": 0,
  "roll": 1,
  "card_roll": 2,
  "chance": 3,
  "chest": 4,
  "deeds": 5,
  "unseen_chance": 6,
  "unseen_chest": 7
};

/** The playing pieces, in the order in which they are given out. */
export const TOKENS = ["Iron", "Thimble", "Shoe", "Hat", "Car", "Dog", "Battleship", "Wheelbarrow"] as const;

/** The bots to play against, the easiest first. */
export const BOT_LEVELS = ["easy", "normal", "hard"] as const;

/** What a player can react with. */
export const REACTIONS = ["👍", "👏", "😂", "😮", "😢", "🎉", "🤝", "⏰"] as const;

/** The names of the rule sets. */
export const PRESETS = ["consolidated", "statutes", "board", "short", "time_limit"] as const;

/** The rules of a table that changes none. */
export const DEFAULT_RULES = {
  "preset": "consolidated",
  "starting_cash": 1500,
  "salary": 200,
  "income_tax_flat": 200,
  "income_tax_percent": 10,
  "mortgaged_worth_at_price": false,
  "luxury_tax": 75,
  "rent_window": 1,
  "fine_turns": 3,
  "jail_turns": 3,
  "jail_fine": 50,
  "houses_before_hotel": 4,
  "deeds_dealt": 0,
  "deeds_paid_for": false,
  "ends_at_first_bankruptcy": false,
  "time_limit": false,
  "free_parking_pot": false,
  "double_salary_on_go": false,
  "no_auctions": false,
  "no_rent_in_jail": false,
  "uneven_building": false,
  "unlimited_buildings": false,
  "no_building_before_lap": false,
  "round_limit": 0
};
