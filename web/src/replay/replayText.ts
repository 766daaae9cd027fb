/** The sentences for the replay and the result. */
import type { BoardData } from "../game/boardData";
import { propertyAt } from "../game/deeds";
import type { View } from "../generated/wire";
import { speech, t } from "../say/say.svelte";
import type { Names } from "../say/words";
import type { Moment } from "./statistics";
import type { ReplayViews } from "./replayViews";
import type { RecordError } from "./record";

/** Return text such as "Round 12, Ann's turn". */
export function sayTurn(view: View, names: readonly string[]): string {
  if (view.over) return t("replay.over", { round: view.round });
  return t("replay.turn", { round: view.round, seat: speech.words.player(view.seat, names) });
}

export function sayMoment(moment: Moment, who: Names): string {
  const { words } = speech;
  const player = (seat: number): string => words.player(seat, who.names);
  const values = {
    seat: player(moment.seat),
    other: player(moment.other),
    group: moment.group && words.group(moment.group, who.board),
    spaces: words.value("spaces", moment.spaces, who),
    amount: words.money(moment.amount),
  };
  if (moment.kind === "end") return t("replay.moment.end");
  if (moment.kind === "trade" && moment.spaces.length === 0)
    return t("replay.moment.trade.other", values);
  return t(`replay.moment.${moment.kind}`, values);
}

/** Return the names, with the mortgages after a step. */
export function whoAt(views: ReplayViews, step: number, who: Names): Names {
  let view: View | undefined;
  const mortgaged = (space: number): boolean =>
    Boolean(propertyAt((view ??= views.at(step)), space)?.mortgaged);
  return { ...who, mortgaged };
}

/** Describe a step in a few words. */
export function sayStep(views: ReplayViews, step: number, who: Names): string {
  const { action, events } = views.step(step);
  const lines = speech.words.narrate(events, whoAt(views, step, who)).map(({ text }) => text);
  // An accepted offer means little without its terms.
  if (action?.action === "AcceptTrade") {
    const offer = views.at(step - 1).offers.find(({ number }) => number === action.offer);
    if (offer) lines.unshift(speech.words.offer(offer, whoAt(views, step - 1, who)));
  }
  return lines.slice(0, 2).join(" ");
}

/** Format a change in worth with its sign, using a true minus sign. */
export function signed(by: number): string {
  const amount = speech.words.money(Math.abs(by));
  return t(by < 0 ? "result.less" : "result.more", { amount });
}

/** Return how long the game took; empty if the record has no times. */
export function sayTime(seconds: number | null): string {
  if (seconds === null) return "";
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return hours > 0
    ? t("result.hours", { hours, minutes: minutes % 60 })
    : t("result.minutes", { count: minutes });
}

export function sayBroken(error: RecordError): string {
  const reason = t(error.key, error.values);
  return error.line > 0 ? t("replay.error.at", { line: error.line, reason }) : reason;
}

/** Return the names for `words.narrate` and similar functions. */
export function namesOf(players: readonly { name: string }[], board: BoardData): Names {
  return { names: players.map(({ name }) => name), board };
}
