/** The question as the stage shows it: a short heading, and a line about what it means. */
import { HOTEL_KIND } from "../constants";
import { groupOf, ownerOf } from "../game/deeds";
import type { QuestionText, View } from "../generated/wire";
import type { Names, Words } from "../say/words";
import type { CurrentDecision } from "./currentDecision";

export interface AskedText {
  heading: string;
  /** The consequence, or what else is possible; may be empty. */
  more: string;
}

type Values = Record<string, number>;

/** Return the text for a player who must decide; `question` is the whole question in words. */
export function askedText(
  { top, options }: CurrentDecision,
  question: string,
  view: View,
  words: Words,
  who: Names,
): AskedText {
  const asked = options?.questions[0];
  if (asked === undefined || asked.name !== top?.entry) return { heading: question, more: "" };
  const values = asked.values as Values;
  const short = asked.variants.includes("short");
  const say = (key: string): string => fill(`stage.ask.${key}`, asked, words, who);
  const kind = "kind" in top && top.kind === HOTEL_KIND ? "hotel" : "house";
  switch (top.entry) {
    case "ToRoll":
      if (asked.variants.includes("jail"))
        return {
          heading: say("jail"),
          more: say(asked.variants.includes("last") ? "jail.last" : "jail.more"),
        };
      return { heading: question, more: rollMore(view, top.seat, words, who) };
    case "ToEndTurn":
      return { heading: say("end"), more: say("end.more") };
    case "BuyOrAuction":
      if (short)
        return {
          heading: say("short"),
          more: say(asked.variants.includes("bank") ? "short.bank" : "short.more"),
        };
      return { heading: say("buy"), more: buyMore(view, top.seat, values, words, who) };
    case "Auction":
      return { heading: words.space(top.space, who.board), more: short ? say("bid.short") : "" };
    case "BuildingAuction":
      return { heading: say(`building.${kind}`), more: say(short ? "bid.short" : "building.more") };
    case "TaxChoice":
      return { heading: say("tax"), more: say("tax.more") };
    case "Inheritance":
      return { heading: say("inherit"), more: say(short ? "inherit.short" : "inherit.more") };
    case "DemandRound":
      return { heading: say(`demand.${kind}`), more: say("demand.more") };
    case "DebtDue":
      return {
        heading: say("debt"),
        more: say(asked.variants.includes("lost") ? "debt.lost" : "debt.more"),
      };
    default:
      return { heading: question, more: "" };
  }
}

function fill(key: string, { values }: QuestionText, words: Words, who: Names): string {
  const reason = "reason" in values ? words.template("reasons", String(values["reason"])) : "";
  return words.fill(words.template("web", key), { ...values, reason }, who);
}

function rollMore(view: View, seat: number, words: Words, who: Names): string {
  if (view.doubles === 2) return words.text("stage.ask.roll.third");
  const on = view.players[seat]?.space ?? 0;
  if (who.board.spaces[on]?.kind === "jail")
    return words.text(view.players[seat]?.jail ? "stage.ask.jail" : "stage.ask.roll.visiting");
  return words.text("stage.ask.roll.more", { space: words.space(on, who.board) });
}

/** Return what buying a property would mean: for its group, and for the player's cash. */
function buyMore(
  view: View,
  seat: number,
  { space = -1, price = 0 }: Values,
  words: Words,
  { board }: Names,
): string {
  const key = board.spaces[space]?.group ?? "";
  const { spaces } = groupOf(board, key);
  const count = spaces.filter((one) => ownerOf(view, one) === seat).length + 1;
  const of = spaces.length;
  const group = words.group(key, board);
  const cash = words.money((view.players[seat]?.cash ?? 0) - price);
  return [
    of > 1 &&
      (count === of
        ? words.text("stage.ask.buy.completes", { group })
        : words.text("stage.ask.buy.group", { count, of, group })),
    words.text("stage.ask.buy.leaves", { cash }),
  ]
    .filter(Boolean)
    .join(" ");
}
