/** What the server allows, for pages that are drawn before they can ask it. */

export const LEAST_SEATS = 2;
export const MOST_SEATS = 8;
/** Characters of a player's name, of a table's name, and of a contribution to the dice. */
export const LONGEST_NAME = 24;
export const LONGEST_TITLE = 60;
export const LONGEST_CONTRIBUTION = 64;

/** The eight tokens, in the server's order. */
export const TOKENS = ["Iron", "Thimble", "Shoe", "Hat", "Car", "Dog", "Battleship", "Wheelbarrow"];
