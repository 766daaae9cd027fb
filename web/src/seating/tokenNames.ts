/** The eight pieces, in the order of the server: so that the first page need not ask before it is drawn. */
export const TOKENS = ["Iron", "Thimble", "Shoe", "Hat", "Car", "Dog", "Battleship", "Wheelbarrow"];
