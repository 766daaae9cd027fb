/**
 * Alerts a player who must decide: through the screen reader, in the tab title, and with a
 * notification.
 */
import type { OpenOffer } from "../generated/wire";
import { speech, t } from "../say/say.svelte";
import type { Names } from "../say/words";
import { settings } from "../platform/settings.svelte";
import type { Table } from "../table/table.svelte";
import { voice } from "../platform/screenReader.svelte";
import { describeQuestion } from "./spokenQuestion";
import type { CurrentDecision } from "./currentDecision";

export interface TurnCall {
  table: Table;
  who: Names;
  /** Whether one of the player's own seats is still in the game. */
  plays: boolean;
  current: CurrentDecision | null;
  question: string;
  /** The question about rent, for a player who isn't asked anything else. */
  asksRent: string;
  offers: readonly OpenOffer[];
}

/** Alert the player for as long as the calling component exists. */
export function notifyOfTurn(now: () => TurnCall): void {
  const decision = $derived(now().table.view?.decision ?? -1);
  const call = $derived.by(() => {
    const { table, plays, current, asksRent, offers } = now();
    if (table.view?.over) return table.info?.rematch ? t("stage.title.again") : "";
    if (!plays) return "";
    if (current?.mine) return t("stage.title.turn");
    if (asksRent) return t("stage.title.rent");
    return offers.some(({ partner }) => table.you.includes(partner)) ? t("stage.title.offer") : "";
  });

  $effect(() => {
    const { table, who, plays, current, question, asksRent, offers } = now();
    const mine = current?.mine === true;
    const text = mine
      ? describeQuestion(current, question, speech.words, who, table.you)
      : asksRent;
    voice.ask(plays && !table.view?.over ? text : "", decision, mine ? "turn" : "rent");
    const toMe = offers.filter(({ partner }) => table.you.includes(partner));
    voice.offer = Math.max(0, ...toMe.map(({ number }) => number));
  });
  $effect(() => () => voice.rest());

  $effect(() => {
    document.title = call ? t("stage.title.call", { call }) : t("stage.title");
    return () => (document.title = t("stage.title"));
  });

  $effect(() => {
    const { table, question } = now();
    void decision;
    if (call && settings.notify) notify(call, question, table.name);
  });
}

/** Show a notification if the page is hidden; a click on it brings the page back. */
function notify(title: string, body: string, tag: string): void {
  // Notifications don't exist over plain HTTP on a LAN, and phones allow them only from workers.
  if (!document.hidden || typeof Notification !== "function") return;
  if (Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // the tab title still alerts the player
  }
}
