/**
 * The words of a language, and how names, money, properties and cards are written in it: `passgo/say/words.py` once
 * more, with the same word files. A test compares what both say.
 */
import { BANK, POT } from "../constants";
import { boardOf, type BoardData } from "../game/boardData";
import type { QuestionText, GameEvent, OpenOffer, Option, Refusal } from "../generated/wire";
import { sayOption, sayQuestion, sayReason, sayRefusal } from "./questions";
import { sayGoods, sayOffer } from "./events";
import { allWords, firstWords } from "./wordFiles";
import { KIND_OF } from "./placeholders";
import { pseudo, PSEUDO } from "./pseudo";
import type { Lexicon, NarrationLine, Names, Sections, Values } from "./lexicon";
import { narrate } from "./narrate";

export type { NarrationLine, Names, Sections, Values };

export interface Rule {
  name: string;
  title: string;
  says: string;
}

const PLACEHOLDER = /\{(\w+)(?: of (\w+))?\}/g;

/** What is printed on the classic board: only that has been translated. */
const CLASSIC = new Map([
  ...boardOf().cards.map((card) => [`cards ${card.key}`, card.text] as const),
  ...boardOf().groups.map((group) => [`groups ${group.key}`, group.name] as const),
]);

interface Extras {
  /** A missing key is an error, as in tests. */
  strict?: boolean;
  /** What is done to the names that a board prints. */
  printed?: (text: string) => string;
}

export class Words implements Lexicon {
  private readonly strict: boolean;
  /** What is done to a text that is in no word file of this language. */
  readonly printed: (text: string) => string;
  private readonly numbers: Intl.NumberFormat;
  private readonly plurals: Intl.PluralRules;

  constructor(
    readonly sections: Sections,
    readonly language = "en",
    { strict = false, printed = (text) => text }: Extras = {},
  ) {
    this.strict = strict;
    this.printed = printed;
    this.numbers = new Intl.NumberFormat(language);
    this.plurals = new Intl.PluralRules(language);
  }

  /** Load a language; in tests it is an error if something is lacking. */
  static async load(language: string, strict = import.meta.env.MODE === "test"): Promise<Words> {
    if (language !== PSEUDO) return new Words(await allWords(language), language, { strict });
    const made = Object.entries(await allWords("en")).map(([name, section]) => {
      return [name, mapValues(section, pseudo)] as const;
    });
    return new Words(Object.fromEntries(made), "en", { strict, printed: pseudo });
  }

  /** Load what the first board needs. */
  static async loadFirst(language: string): Promise<Words> {
    return new Words(await firstWords(language), language);
  }

  // -- what the pages ask for ------------------------------------------------------------------------

  /** A text of the pages; one that has plural forms takes that of `count`. */
  text(key: string, values: Values = {}): string {
    const count = values["count"];
    const form = typeof count === "number" ? this.plural("web", key, count) : undefined;
    const found = form ?? this.find("web", key);
    if (found === undefined) return this.reportMissing(`web: ${key}`) ?? key;
    return found.replace(PLACEHOLDER, (_, name: string) => {
      const value: unknown = values[name] ?? this.reportMissing(`${key} {${name}}`) ?? "";
      return typeof value === "number" ? this.number(value) : String(value);
    });
  }

  /** Narrate a row of events as briefly as possible; what needs no words gets no line. */
  narrate(events: readonly GameEvent[], who: Names): NarrationLine[] {
    return narrate(events, this, who);
  }

  /** What is in the way, with the figures, and what to do first. */
  refusal(refusal: Refusal, who: Names): string {
    return sayRefusal(refusal, this, who) || refusal.refusal;
  }

  /** What the table asks a seat, or for whom it waits. */
  question(asked: QuestionText, who: Names): string {
    return sayQuestion(asked, this, who);
  }

  /** What may be done. */
  option(option: Option, who: Names): string {
    return sayOption(option, this, who);
  }

  /** Why a bot answered an offer so, or made it. */
  reason(code: string, values: Record<string, number>, who: Names): string {
    return sayReason(code, values, this, who);
  }

  /** An offer that lies on the table. */
  offer(offer: OpenOffer, who: Names): string {
    return sayOffer(offer, this, who);
  }

  /** What one side of a trade gives; "nothing" if it gives nothing. */
  goods(
    deeds: readonly number[],
    cash: number,
    cards: readonly (number | string)[],
    who: Names,
  ): string {
    return sayGoods(deeds, cash, cards, this, who);
  }

  /** A rule: how it is cited, what it is about, what it says. */
  citation(key: string): Rule {
    const title = this.find("titles", key.replace(/\(.*/, ""));
    const says = this.find("citations", key);
    if (title === undefined || says === undefined) this.reportMissing(`citations: ${key}`);
    const name = this.citationName(key);
    return { name, title: title ?? name, says: says ?? "" };
  }

  /** The name that players read for a citation: our rulings and house rules have one. */
  citationName(key: string): string {
    const [source, number] = key.split(" ");
    if (source === "Ruling") return this.name("cite.ruling", { number });
    if (source !== "House") return key;
    const rule = this.find("titles", key);
    return rule === undefined ? this.name("cite.house") : this.name("cite.house.named", { rule });
  }

  // -- names and numbers -----------------------------------------------------------------------------

  /** A sum: $1,234. */
  money(amount: number): string {
    const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, this.name("thousands"));
    return this.name(amount < 0 ? "money.negative" : "money", { digits });
  }

  /** A plain number, as the language writes it. */
  number(value: number): string {
    return this.numbers.format(value);
  }

  /** A share of 1 in per cent, with one digit after the point. */
  percent(share: number): string {
    const tenths = Math.round(share * 1000);
    return this.name("percent", { whole: Math.floor(tenths / 10), tenth: tenths % 10 });
  }

  /** The name of a player, or of the Bank. */
  player(seat: number, names: readonly string[]): string {
    if (seat === BANK) return this.name("bank");
    if (seat === POT) return this.name("pot");
    return names[seat] ?? this.name("seat", { number: seat });
  }

  /** The name of a space; streets are called the same in every language. */
  space(number: number, board: BoardData): string {
    const printed = board.spaces[number]?.name;
    if (printed === undefined) return this.name("space", { number });
    return this.sections["spaces"]?.[printed] ?? this.printed(printed);
  }

  /** The name of a group, by its key or its number. */
  group(group: string | number, board: BoardData): string {
    const found = board.groups.find(({ key }, number) => group === key || group === number);
    if (!found) return this.name("group", { number: group });
    return this.translate("groups", found.key, found.name);
  }

  /** A card as a thing that one can hold, by its number or its key. */
  card(card: number | string, board: BoardData): string {
    const found = board.cards.find(({ key }, number) => card === key || card === number);
    if (!found) return this.name("card.unknown", { number: card });
    const text = this.cardText(card, board).replace(/\.+$/, "");
    return this.name("card", { text, deck: this.deck(found.deck) });
  }

  /** What is printed on a card. */
  cardText(card: number | string, board: BoardData): string {
    const found = board.cards.find(({ key }, number) => card === key || card === number);
    return found ? this.translate("cards", found.key, found.text) : this.card(card, board);
  }

  /** What the cards of a deck are called. */
  deck(deck: "chance" | "chest"): string {
    return this.name(deck === "chance" ? "deck.0" : "deck.1");
  }

  // -- how sentences are made ------------------------------------------------------------------------

  /** The template for a name: the most special variant there is; "" if there is none. */
  template(section: string, name: string, ...variants: string[]): string {
    const parts = [name, ...variants.filter(Boolean)];
    for (let length = parts.length; length > 0; length--) {
      const found = this.find(section, parts.slice(0, length).join("."));
      if (found !== undefined) return found;
    }
    return this.reportMissing(`${section}: ${name}`) ?? "";
  }

  /** One of the small words that names are made of. */
  name(key: string, values: Values = {}): string {
    return plain(this.template("names", key), values);
  }

  /** Write a sentence: each placeholder as its kind asks, with a capital at the beginning. */
  fill(template: string, values: Values, who: Names): string {
    const text = this.fillClause(template, values, who);
    // "the Bank" begins a sentence; a player's name stays as it is
    if (!/^\p{Lowercase}/u.test(text) || who.names.some((name) => text.startsWith(name)))
      return text;
    return text.replace(/^./u, (first) => first.toUpperCase());
  }

  /** Write a part of a sentence: each placeholder as its kind asks. */
  fillClause(template: string, values: Values, who: Names): string {
    return template.replace(PLACEHOLDER, (_, name: string, kind: string | undefined) => {
      const value = values[name];
      if (value === undefined) return this.reportMissing(`${template} {${name}}`) ?? "";
      return kind === undefined
        ? this.value(name, value, who)
        : this.formatCount(value, values[kind]);
    });
  }

  /** Write one value, or a list of them, as its name asks. */
  value(name: string, value: unknown, who: Names, last: "and" | "or" = "and"): string {
    if (Array.isArray(value)) {
      return this.row(
        value.map((each) => this.value(name, each, who)),
        last,
      );
    }
    if (typeof value !== "number") return String(value);
    switch (KIND_OF.get(name)) {
      case "player":
        return this.player(value, who.names);
      case "money":
        return this.money(value);
      case "chance":
        return this.percent(value / 1000);
      case "space":
        return this.space(value, who.board);
      case "group":
        return this.group(value, who.board);
      case "card":
        return this.card(value, who.board);
      case "level":
        return this.template("buildings", `level.${value}`);
      case "kind":
        return this.template("buildings", `kind.${value}`);
      default:
        return String(value);
    }
  }

  /** A number of houses or hotels. */
  formatCount(number: unknown, kind: unknown): string {
    const key = `count.${String(kind)}`;
    const found = this.plural("buildings", key, Number(number));
    return plain(found ?? this.reportMissing(`buildings: ${key}`) ?? "", { number });
  }

  /** One, two and three. */
  row(items: readonly string[], last: "and" | "or" = "and"): string {
    const end = items[items.length - 1];
    if (end === undefined) return this.name("nothing");
    if (items.length === 1) return end;
    return this.name(last, { head: items.slice(0, -1).join(this.name("comma")), last: end });
  }

  /** The form for a number: that of the number itself (`.=0`), of its CLDR category, or of all others. */
  private plural(section: string, key: string, number: number): string | undefined {
    return (
      this.find(section, `${key}.=${number}`) ??
      this.find(section, `${key}.${this.plurals.select(number)}`) ??
      this.find(section, `${key}.other`)
    );
  }

  private find(section: string, key: string): string | undefined {
    return this.sections[section]?.[key];
  }

  /** A custom board may call its cards and groups something else: then that is what it says. */
  private translate(section: "cards" | "groups", key: string, printed: string): string {
    const known = CLASSIC.get(`${section} ${key}`) === printed;
    return (known ? this.sections[section]?.[key] : undefined) ?? this.printed(printed);
  }

  private reportMissing(what: string): undefined {
    if (this.strict) throw new Error(`no words in "${this.language}" for ${what}`);
  }
}

function plain(template: string, values: Values): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value: unknown = values[name] ?? "";
    return String(value);
  });
}

function mapValues(section: Record<string, string>, map: (text: string) => string) {
  return Object.fromEntries(Object.entries(section).map(([key, text]) => [key, map(text)]));
}
