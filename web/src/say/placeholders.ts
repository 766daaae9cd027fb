/** The kind of each placeholder's value, by name; all other values are plain numbers or text. */
export const KIND_OF = new Map(
  Object.entries({
    player:
      "seat seats owner tenant payer payee maker partner debtor creditor giver taker heir " +
      "waiting leader bidders asked asker winners passer",
    space: "space spaces other lower higher unmortgaged",
    money:
      "amount price cost cash bid fine give get gain loss raisable missing interest worth " +
      "flat least total limit reserve",
    level: "houses lower_houses higher_houses",
    card: "card",
    group: "group",
    kind: "kind",
    chance: "mine mine_offered mine_after yours yours_after",
  }).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)),
);
