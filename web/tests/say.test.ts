/** Names, amounts, lists and variants; the behavior when words are missing; the pseudo-language. */
import { beforeAll, describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import { pseudo } from "../src/say/pseudo";
import { Words, type Names } from "../src/say/words";

const board = boardOf();
const who: Names = { names: ["Ann", "bob", "Cy"], board };
let en: Words;
let de: Words;

beforeAll(async () => {
  [en, de] = await Promise.all([Words.load("en"), Words.load("de")]);
});

describe("amounts and numbers", () => {
  it.each([
    [0, "$0", "0\u00a0$"],
    [60, "$60", "60\u00a0$"],
    [1234, "$1,234", "1.234\u00a0$"],
    [1234567, "$1,234,567", "1.234.567\u00a0$"],
    [-1200, "−$1,200", "−1.200\u00a0$"],
  ])("%d dollars", (amount, english, german) => {
    expect(en.money(amount)).toBe(english);
    expect(de.money(amount)).toBe(german);
  });

  it("formats numbers and percentages for the language", () => {
    expect([en.number(1234.5), de.number(1234.5)]).toEqual(["1,234.5", "1.234,5"]);
    expect([en.percent(0.3125), de.percent(1)]).toEqual(["31.3%", "100,0\u00a0%"]);
  });
});

describe("names", () => {
  it("returns the names of players, the Bank and unknown seats", () => {
    const seats = [0, 1, -1, -2, 9];
    expect(seats.map((seat) => en.player(seat, who.names))).toEqual([
      "Ann",
      "bob",
      "the Bank",
      "the Free Parking jackpot",
      "seat 9",
    ]);
  });

  it("returns the names of spaces: streets as printed, all others translated", () => {
    expect([10, 39, 77].map((space) => en.space(space, board))).toEqual([
      "Jail",
      "Boardwalk",
      "space 77",
    ]);
    expect([10, 39, 77].map((space) => de.space(space, board))).toEqual([
      "Gefängnis",
      "Boardwalk",
      "Feld 77",
    ]);
  });

  it("adds an article after a preposition where German needs one", () => {
    const on = (space: number) => de.text("stage.ask.roll.more", { space: de.space(space, board) });
    expect([0, 6, 7].map(on)).toEqual([
      "Du stehst auf Los.",
      "Du stehst auf der Oriental Avenue.",
      "Du stehst auf dem Ereignisfeld.",
    ]);
    expect(de.fill("{auf space} bauen", { space: 77 }, who)).toBe("Auf Feld 77 bauen");
    expect(en.fill("{on space}", { space: 10 }, who)).toBe("On Jail");
  });

  it("returns the names of groups by key and by number", () => {
    expect([en.group("dark_blue", board), de.group("dark_blue", board)]).toEqual([
      "Dark Blue",
      "Dunkelblau",
    ]);
    expect([en.group(0, board), de.group(8, board)]).toEqual(["Brown", "Bahnhöfe"]);
  });

  it("returns the names of cards by number and by key", () => {
    expect(en.card(8, board)).toBe("“Get Out of Jail Free” (Chance)");
    expect(en.card("chance.jail_free", board)).toBe(en.card(8, board));
    expect(de.card("chest.jail_free", board)).toBe(
      "„Du kommst aus dem Gefängnis frei“ (Gemeinschaftskarte)",
    );
    expect(de.cardText(1, board)).toBe("Rücke vor bis auf Los. Du bekommst 200\u00a0$.");
    expect(en.card(99, board)).toBe("card 99");
  });

  it("uses the text printed on a custom board", () => {
    const cards = board.cards.map((card) => ({ ...card, text: `${card.text} Twice.` }));
    const groups = board.groups.map((group) => ({ ...group, name: `Old ${group.name}` }));
    const other = { ...board, cards, groups };
    expect(de.cardText("chance.jail_free", other)).toBe("Get Out of Jail Free. Twice.");
    expect(de.group("brown", other)).toBe("Old Brown");
  });
});

describe("sentences", () => {
  it("joins lists", () => {
    const items = ["a", "b", "c"];
    expect([0, 1, 2, 3].map((count) => en.row(items.slice(0, count)))).toEqual([
      "nothing",
      "a",
      "a and b",
      "a, b and c",
    ]);
    expect(de.row(items, "or")).toBe("a, b oder c");
  });

  it("uses the most specific variant available", () => {
    const words = new Words({ questions: { A: "a", "A.x": "ax", "A.x.y": "axy" } });
    expect(words.template("questions", "A", "x", "y")).toBe("axy");
    expect(words.template("questions", "A", "x", "z")).toBe("ax");
    expect(words.template("questions", "A", "", "y")).toBe("a");
    expect(words.template("questions", "A", "z")).toBe("a");
  });

  it("capitalizes the first letter, unless it belongs to a player's name", () => {
    expect(en.fill("{payer} pays.", { payer: -1 }, who)).toBe("The Bank pays.");
    expect(en.fill("{payer} pays.", { payer: 1 }, who)).toBe("bob pays.");
  });

  it("inserts a name unchanged, whatever it contains", () => {
    const odd = { names: ["{space} $& $1"], board };
    expect(en.fill("{seat} on {space}", { seat: 0, space: 0 }, odd)).toBe("{space} $& $1 on GO");
  });

  it("narrates a roll with the salary and the rent it leads to in one line", () => {
    const rent = { owner: 1, tenant: 0, space: 5, amount: 25, number: 3, cite: "CR 5.2" };
    const lines = en.narrate(
      [
        { event: "DiceRolled", seat: 0, first: 4, second: 6, cite: "10 MCS 60(b)" },
        { event: "TokenMoved", seat: 0, start: 35, space: 5, by: "dice", cite: "10 MCS 60(b)" },
        {
          ...{ event: "MoneyPaid", payer: -1, payee: 0, amount: 200 },
          ...{ reason: "salary", cite: "10 MCS 70" },
        },
        { event: "RentFixed", ...rent },
        { event: "RentAskedFor", ...rent },
        { event: "MoneyPaid", payer: 0, payee: 1, amount: 25, reason: "rent", cite: "CR 5.2" },
      ],
      who,
    );
    expect(lines.map(({ text }) => text)).toEqual([
      "Ann rolls 4 and 6, collects $200 salary, lands on Reading Railroad and pays bob $25 rent.",
    ]);
    expect(lines[0]?.cites).toEqual(["10 MCS 60(b)", "10 MCS 70", "CR 5.2"]);
  });

  it("narrates a card and its effects in one line, until another player acts", () => {
    const paid = (payer: number, payee: number) =>
      ({ event: "MoneyPaid", payer, payee, amount: 10, reason: "card", cite: "Ruling 7" }) as const;
    const lines = en.narrate(
      [
        { event: "CardDrawn", seat: 0, card: 24, cite: "10 MCS 100" },
        paid(1, 0),
        paid(2, 0),
        { event: "TurnEnded", seat: 0, cite: "" },
        { event: "TurnBegan", seat: 1, turn: 2, cite: "" },
      ],
      who,
    );
    expect(lines.map(({ text }) => text)).toEqual([
      "Ann draws “It is your birthday. Collect $10 from every player” (Community Chest) and " +
        "collects $10 each from bob and Cy.",
      "It’s bob’s turn.",
    ]);
  });

  it("narrates a roll and its move in one line, with both rules", () => {
    const lines = en.narrate(
      [
        { event: "DiceRolled", seat: 0, first: 4, second: 6, cite: "10 MCS 60(b)" },
        { event: "TokenMoved", seat: 0, start: 0, space: 10, by: "dice", cite: "CR 4.1" },
      ],
      who,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.text).toBe("Ann rolls 4 and 6 and lands on Jail (just visiting).");
    expect(lines[0]?.cites).toEqual(["10 MCS 60(b)", "CR 4.1"]);
    expect(lines[0]?.events).toHaveLength(2);
  });

  it.each([
    [1, "The Bank has 1 house left.", "die Bank hat noch 1 Haus,"],
    [3, "The Bank has 3 houses left.", "die Bank hat noch 3 Häuser,"],
  ])("states the remaining stock: %d", (stock, english, german) => {
    const asked = {
      name: "BuildingAuction",
      variants: ["open"],
      values: { stock, kind: 0, least: 50 },
    };
    expect(en.question(asked, who)).toContain(english);
    expect(de.question(asked, who)).toContain(german);
  });

  it("describes an offer in the view, which identifies cards by key", () => {
    const offer = {
      number: 2,
      maker: 0,
      partner: 2,
      give_cash: 50,
      get_cash: 0,
      give_deeds: [3],
      get_deeds: [],
      give_cards: [],
      get_cards: ["chance.jail_free"],
      unmortgage: [],
    };
    expect(en.offer(offer, who)).toBe(
      "Ann offers Cy Baltic Avenue and $50 for “Get Out of Jail Free” (Chance).",
    );
  });

  it("cites a rule with its title", () => {
    expect(en.citation("10 MCS 140(f-1)")).toEqual({
      name: "10 MCS 140(f-1)",
      title: "Houses",
      says: "No property gets a second house until every property in its group has one.",
    });
    expect(de.citation("CR 4.4").title).toBe("Pasch");
    expect(en.citation("Ruling 14").name).toBe("Ruling 14");
    expect(de.citation("Ruling 14").name).toBe("Festlegung 14");
  });

  it("cites a house rule by the name that players use", () => {
    expect(en.citation("House free_parking_pot")).toMatchObject({
      name: "House rule: Free Parking jackpot",
      title: "Free Parking jackpot",
    });
    expect(de.citationName("House free_parking_pot")).toBe("Hausregel: Geld auf Frei Parken");
    for (const words of [en, de]) {
      const keys = Object.keys(words.sections["citations"]!);
      expect(keys.length).toBeGreaterThan(200);
      const shown = keys.flatMap((key) => Object.values(words.citation(key)) as string[]);
      expect(shown.filter((text) => text.includes("_"))).toEqual([]);
    }
  });

  it("shows no internal names before all words have loaded", async () => {
    const first = await Words.loadFirst("en");
    expect(first.citationName("House free_parking_pot")).toBe("House rule");
    expect(first.citationName("Ruling 14")).toBe("Ruling 14");
  });
});

describe("page text", () => {
  const web = {
    "properties.=0": "no properties",
    "properties.one": "one property",
    "properties.other": "{count} properties",
    hello: "Hello, {name}.",
  };
  const words = new Words({ web: { ...web, hello: "Hallo, {name}." } }, "de");

  it("fills in values, with numbers formatted for the language", () => {
    expect(words.text("hello", { name: "Ann" })).toBe("Hallo, Ann.");
    expect(words.text("properties", { count: 1200 })).toBe("1.200 properties");
  });

  it("uses the plural form for a count", () => {
    expect(words.text("properties", { count: 0 })).toBe("no properties");
    expect(words.text("properties", { count: 1 })).toBe("one property");
    expect(words.text("properties", { count: 2 })).toBe("2 properties");
    expect(words.text("hello", { name: "Ann", count: 1 })).toBe("Hallo, Ann.");
  });

  it("uses the plural categories of the language", () => {
    const properties = {
      "properties.one": "{count} pole",
      "properties.few": "{count} pola",
      "properties.many": "{count} pól",
    };
    const polish = new Words({ web: properties }, "pl");
    const said = [1, 2, 5, 22].map((count) => polish.text("properties", { count }));
    expect(said).toEqual(["1 pole", "2 pola", "5 pól", "22 pola"]);
  });

  it("falls back to the key", () => {
    expect(words.text("none.such")).toBe("none.such");
  });

  it("skips unknown events, which a newer server may send", () => {
    const event = { event: "Danced", seat: 0, cite: "CR 99" } as never;
    const loose = new Words(en.sections);
    expect(loose.narrate([event], who)).toEqual([]);
    expect(loose.citation("CR 99")).toEqual({ name: "CR 99", title: "CR 99", says: "" });
  });

  it("is strict in tests: a missing key or value is an error", () => {
    const strict = new Words({ web }, "en", { strict: true });
    expect(() => strict.text("none.such")).toThrow('no text in "en" for web: none.such');
    expect(() => strict.text("hello")).toThrow("hello {name}");
    expect(() => strict.template("events", "Danced")).toThrow("events: Danced");
  });

  it("is loaded together with the other words", () => {
    expect(en.text("app.home")).toBe("Home");
    expect(de.text("app.home")).toBe("Zur Startseite");
    expect(de.text("deeds.houses", { count: 1 })).toBe("1 Haus");
  });

  it("comes in two chunks: the words that the first board needs, and the rest", async () => {
    const first = await Words.loadFirst("en");
    expect(first.text("stage.name")).toBe(en.text("stage.name"));
    expect(first.sections["citations"]).toBeUndefined();
    expect(Object.keys(first.sections["web"]!).length).toBeLessThan(
      Object.keys(en.sections["web"]!).length,
    );
  });
});

describe("the pseudo-language", () => {
  it("looks unfamiliar and keeps placeholders", () => {
    expect(pseudo("Roll {first} of {stock of kind}.")).toBe("⟦Ŕöļļ {first} öƒ {stock of kind}.⟧");
    expect([pseudo(""), pseudo(", "), pseudo("${digits}")]).toEqual(["", ", ", "${digits}"]);
  });

  it("has text for every key, and formats amounts as in English", async () => {
    const strange = await Words.load("xx");
    expect(strange.money(1500)).toBe("$1,500");
    expect(strange.text("app.home")).toBe("⟦Ĥöɱé⟧");
    expect(strange.space(39, board)).toBe("⟦Ɓöàŕđŵàļķ⟧");
    const [line] = strange.narrate(
      [{ event: "PropertyBought", seat: 0, space: 39, price: 400, cite: "10 MCS 80" }],
      who,
    );
    expect(line?.text).toBe("⟦Ann ƀûýš ⟦Ɓöàŕđŵàļķ⟧ ƒöŕ $400.⟧");
    expect(strange.language).toBe("en");
  });
});
