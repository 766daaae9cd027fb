/**
 * A language's words, and its formats for names, money, properties and cards: the counterpart of
 * `passgo/say/words.py`, using the same word files. A test compares the output of both.
 */
import { BANK, POT } from "../constants";
import { boardOf, type BoardData } from "../game/boardData";
import type { QuestionText, GameEvent, Offer, OpenOffer, Option, Refusal } from "../generated/wire";
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

const PLACEHOLDER = /\{(?:(\w+) )?(\w+)(?: of (\w+))?\}/g;

/** The card texts and group names of the classic board, the only board that is translated. */
const CLASSIC = new Map([
  ...boardOf().cards.map((card) => [`cards ${card.key}`, card.text] as const),
  ...boardOf().groups.map((group) => [`groups ${group.key}`, group.name] as const),
]);

interface Extras {
  /** Whether a missing key is an error, as in tests. */
  strict?: boolean;
  /** Transforms the names printed on a board. */
  printed?: (text: string) => string;
}

export class Words implements Lexicon {
  private readonly strict: boolean;
  /** Transforms text that is not in this language's word files. */
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

  /** Load a language; in tests, missing text is an error. */
  static async load(language: string, strict = import.meta.env.MODE === "test"): Promise<Words> {
    if (language !== PSEUDO) return new Words(await allWords(language), language, { strict });
    const made = Object.entries(await allWords("en")).map(([name, section]) => {
      return [name, mapValues(section, pseudo)] as const;
    });
    return new Words(Object.fromEntries(made), "en", { strict, printed: pseudo });
  }

  /** Load only the words that the first board needs. */
  static async loadFirst(language: string): Promise<Words> {
    return new Words(await firstWords(language), language);
  }

  // -- text for the pages -------------------------------------------------------------------------

  /** Return the text for a key; `count` selects the plural form. */
  text(key: string, values: Values = {}): string {
    const count = values["count"];
    const form = typeof count === "number" ? this.plural("web", key, count) : undefined;
    const found = form ?? this.find("web", key);
    if (found === undefined) return this.reportMissing(`web: ${key}`) ?? key;
    return found.replace(PLACEHOLDER, (_, preposition: string | undefined, name: string) => {
      const value: unknown = values[name] ?? this.reportMissing(`${key} {${name}}`) ?? "";
      return this.place(
        preposition,
        typeof value === "number" ? this.number(value) : String(value),
      );
    });
  }

  /** Narrate a list of events as briefly as possible; events that need no words get no line. */
  narrate(events: readonly GameEvent[], who: Names): NarrationLine[] {
    return narrate(events, this, who);
  }

  /** Explain why an action is not allowed, and what to do first. */
  refusal(refusal: Refusal, who: Names): string {
    return sayRefusal(refusal, this, who) || refusal.refusal;
  }

  /** Return the question for a seat, or a sentence that says whom the table is waiting for. */
  question(asked: QuestionText, who: Names): string {
    return sayQuestion(asked, this, who);
  }

  /** Describe a possible action. */
  option(option: Option, who: Names): string {
    return sayOption(option, this, who);
  }

  /** Return a bot's reason for an action. */
  reason(code: string, values: Record<string, number>, who: Names): string {
    return sayReason(code, values, this, who);
  }

  /** Describe an open offer. */
  offer(offer: OpenOffer, who: Names): string {
    return sayOffer(offer, this, who);
  }

  /** Describe what one side of a trade gives; "nothing" if it gives nothing. */
  goods(
    deeds: readonly number[],
    cash: number,
    cards: readonly (number | string)[],
    who: Names,
  ): string {
    return sayGoods(deeds, cash, cards, this, who);
  }

  /** Return a rule: its citation, its subject and its text. */
  citation(key: string): Rule {
    const title = this.find("titles", key.replace(/\(.*/, ""));
    const says = this.find("citations", key);
    if (title === undefined || says === undefined) this.reportMissing(`citations: ${key}`);
    const name = this.citationName(key);
    return { name, title: title ?? name, says: says ?? "" };
  }

  /** Return the citation as players see it: the key itself, except for rulings and house rules. */
  citationName(key: string): string {
    const [source, number] = key.split(" ");
    if (source === "Ruling") return this.name("cite.ruling", { number });
    if (source !== "House") return key;
    const rule = this.find("titles", key);
    return rule === undefined ? this.name("cite.house") : this.name("cite.house.named", { rule });
  }

  // -- names and numbers --------------------------------------------------------------------------

  /** Format an amount of money: $1,234. */
  money(amount: number): string {
    const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, this.name("thousands"));
    return this.name(amount < 0 ? "money.negative" : "money", { digits });
  }

  /** Format a plain number in the language's style. */
  number(value: number): string {
    return this.numbers.format(value);
  }

  /** Format a fraction as a percentage with one decimal place. */
  percent(share: number): string {
    const tenths = Math.round(share * 1000);
    return this.name("percent", { whole: Math.floor(tenths / 10), tenth: tenths % 10 });
  }

  /** Return the name of a player, or of the Bank. */
  player(seat: number, names: readonly string[]): string {
    if (seat === BANK) return this.name("bank");
    if (seat === POT) return this.name("pot");
    return names[seat] ?? this.name("seat", { number: seat });
  }

  /** Return the name of a space; streets have the same name in every language. */
  space(number: number, board: BoardData): string {
    const printed = board.spaces[number]?.name;
    if (printed === undefined) return this.name("space", { number });
    return this.sections["spaces"]?.[printed] ?? this.printed(printed);
  }

  /** Return the name of a deed in an offer, and whether it is or was mortgaged. */
  deed(space: number, who: Names, offer?: Offer | OpenOffer): string {
    const name = this.space(space, who.board);
    return who.mortgaged?.(space, offer) ? this.name("mortgaged", { space: name }) : name;
  }

  /** Return a name, preceded by the preposition, if any, and by an article if the language needs one. */
  private place(preposition: string | undefined, name: string): string {
    const plain = preposition ? `${preposition} ${name}` : name;
    return this.find("places", plain) ?? plain;
  }

  /** Return a group's name, by its key or its number. */
  group(group: string | number, board: BoardData): string {
    const found = board.groups.find(({ key }, number) => group === key || group === number);
    if (!found) return this.name("group", { number: group });
    return this.translate("groups", found.key, found.name);
  }

  /** Return the name of a card that a player can hold, by its number or its key. */
  card(card: number | string, board: BoardData): string {
    const found = board.cards.find(({ key }, number) => card === key || card === number);
    if (!found) return this.name("card.unknown", { number: card });
    const text = this.cardText(card, board).replace(/\.+$/, "");
    return this.name("card", { text, deck: this.deck(found.deck) });
  }

  /** Return the text of a card. */
  cardText(card: number | string, board: BoardData): string {
    const found = board.cards.find(({ key }, number) => card === key || card === number);
    return found ? this.translate("cards", found.key, found.text) : this.card(card, board);
  }

  /** Return the name of a deck's cards. */
  deck(deck: "chance" | "chest"): string {
    return this.name(deck === "chance" ? "deck.0" : "deck.1");
  }

  // -- composing sentences ------------------------------------------------------------------------

  /** Return the template for a name: the most specific variant that exists; "" if there is none. */
  template(section: string, name: string, ...variants: string[]): string {
    const parts = [name, ...variants.filter(Boolean)];
    for (let length = parts.length; length > 0; length--) {
      const found = this.find(section, parts.slice(0, length).join("."));
      if (found !== undefined) return found;
    }
    return this.reportMissing(`${section}: ${name}`) ?? "";
  }

  /** Return one of the small words used in names. */
  name(key: string, values: Values = {}): string {
    return plain(this.template("names", key), values);
  }

  /**
   * Fill in a sentence: format each placeholder according to its kind, and capitalize the first
   * letter.
   */
  fill(template: string, values: Values, who: Names): string {
    const text = this.fillClause(template, values, who);
    // "the Bank" is capitalized at the start of a sentence; a player's name is left unchanged
    if (!/^\p{Lowercase}/u.test(text) || who.names.some((name) => text.startsWith(name)))
      return text;
    return text.replace(/^./u, (first) => first.toUpperCase());
  }

  /** Fill in a part of a sentence: format each placeholder according to its kind. */
  fillClause(template: string, values: Values, who: Names): string {
    return template.replace(
      PLACEHOLDER,
      (_, preposition: string | undefined, name: string, kind?: string) => {
        const value = values[name];
        if (value === undefined) return this.reportMissing(`${template} {${name}}`) ?? "";
        return kind === undefined
          ? this.place(preposition, this.value(name, value, who))
          : this.formatCount(value, values[kind]);
      },
    );
  }

  /** Format one value, or a list of values, according to its name. */
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

  /** Format a number of houses or hotels. */
  formatCount(number: unknown, kind: unknown): string {
    const key = `count.${String(kind)}`;
    const found = this.plural("buildings", key, Number(number));
    return plain(found ?? this.reportMissing(`buildings: ${key}`) ?? "", { number });
  }

  /** Join items into a list such as "one, two and three". */
  row(items: readonly string[], last: "and" | "or" = "and"): string {
    const end = items[items.length - 1];
    if (end === undefined) return this.name("nothing");
    if (items.length === 1) return end;
    return this.name(last, { head: items.slice(0, -1).join(this.name("comma")), last: end });
  }

  /**
   * Return the plural form for a number: its own (`.=0`), the one for its CLDR category, or the
   * general one.
   */
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

  /** Return the translation, unless a custom board has its own text for a card or group. */
  private translate(section: "cards" | "groups", key: string, printed: string): string {
    const known = CLASSIC.get(`${section} ${key}`) === printed;
    return (known ? this.sections[section]?.[key] : undefined) ?? this.printed(printed);
  }

  private reportMissing(what: string): undefined {
    if (this.strict) throw new Error(`no text in "${this.language}" for ${what}`);
  }
}

function plain(template: string, values: Values): string {
  return template.replace(PLACEHOLDER, (_, _preposition, name: string) => {
    const value: unknown = values[name] ?? "";
    return String(value);
  });
}

function mapValues(section: Record<string, string>, map: (text: string) => string) {
  return Object.fromEntries(Object.entries(section).map(([key, text]) => [key, map(text)]));
}
