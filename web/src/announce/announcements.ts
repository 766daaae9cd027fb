/**
 * Decides which game events are announced, and when: everything about the player's own seats, and
 * important events that involve other players.
 */
import type { AgendaEntry, GameEvent } from "../generated/wire";
import { KIND_OF } from "../say/placeholders";
import type { Question } from "../platform/screenReader.svelte";
import type { NarrationLine } from "../say/words";

export interface News {
  text: string;
  /**
   * News with weight 0 is never announced. If there is too much news, items with the lowest weights
   * are dropped first; items with the weight OWN are never dropped.
   */
  weight: number;
  /** The roll or card that caused this news. */
  cause?: News | undefined;
}

export const OWN = 9;
/** Events with at least this weight are announced immediately. */
const GRAVE = 8;
/** The maximum number of lines about other players in one batch. */
const MOST = 4;

const COMMON = 2;
const WEIGHTS: Partial<Record<GameEvent["event"], number>> = {
  GameEnded: OWN,
  WentBankrupt: 8,
  Resigned: 8,
  PlayerLeft: 8,
  PropertyBought: 6,
  PropertyAuctioned: 6,
  TradeAccepted: 6,
  DeedTransferred: 6,
  BuildingBought: 6,
  SentToJail: 5,
  DebtOpened: 5,
  AuctionOpened: 5,
  BuildingAuctionOpened: 5,
  MoneyPaid: 4,
  RentAskedFor: 4,
  DiceRolled: 3,
  CardDrawn: 3,
  BidMade: 1,
  BidderPassed: 1,
  // An offer is announced when it is accepted. A new turn is announced with its roll or by
  // tableSummary.ts.
  TradeOffered: 0,
  TradeDeclined: 0,
  TradeWithdrawn: 0,
  TurnEnded: 0,
  TurnBegan: 0,
  RentFixed: 0,
  RentOrderSet: 0,
  OffersPaused: 0,
  OfferAskedFor: 0,
  InquiryDeclined: 0,
  CardReturned: 0,
  PropertyDeclined: 0,
};

/** Events that are caused by a roll or a card and make no sense without it. */
const CAUSED = new Set<string>([
  "MoneyPaid",
  "RentAskedFor",
  "CardDrawn",
  "TaxChosen",
  "SentToJail",
  "DebtOpened",
]);

/** Return whether an event is about one of these seats. */
export function isAbout(event: GameEvent, you: readonly number[]): boolean {
  const fields = event.event === "TradeOffered" ? event.offer : event;
  return Object.entries(fields).some(([name, value]: [string, unknown]) => {
    if (KIND_OF.get(name) !== "player") return false;
    const seats: unknown[] = Array.isArray(value) ? value : [value];
    return you.some((seat) => seats.includes(seat));
  });
}

export function newsOf(
  lines: readonly Pick<NarrationLine, "text" | "events">[],
  you: readonly number[],
): News[] {
  let cause: News | undefined;
  return lines.map(({ text, events }) => {
    const has = (...names: GameEvent["event"][]) =>
      events.some(({ event }) => names.includes(event));
    const own = events.some((event) => isAbout(event, you));
    const weight = own ? OWN : Math.max(...events.map(({ event }) => WEIGHTS[event] ?? COMMON));
    const news = { text, weight, cause: CAUSED.has(events[0]?.event ?? "") ? cause : undefined };
    if (has("DiceRolled", "CardDrawn")) cause = news;
    else if (has("TurnEnded", "TurnBegan")) cause = undefined;
    return news;
  });
}

/** Return whether the question about the current decision repeats this event. */
export function isRepeated(event: GameEvent, top: AgendaEntry | undefined): boolean {
  switch (event.event) {
    case "AuctionOpened":
      return top?.entry === "Auction" && top.space === event.space && top.seat < 0;
    case "BuildingAuctionOpened":
      return top?.entry === "BuildingAuction";
    case "BidMade":
      return top?.entry === "Auction" && top.seat === event.seat && top.bid === event.amount;
    case "BuildingBidMade":
      return (
        top?.entry === "BuildingAuction" && top.seat === event.seat && top.bid === event.amount
      );
    case "DebtOpened":
      return top?.entry === "DebtDue" && top.seat === event.debtor && top.amount === event.amount;
    default:
      return false;
  }
}

/**
 * Return the lines to announce in one batch, in order. If the least important ones are left out,
 * the last line says so.
 */
export function batchOf(news: readonly News[], more: string): string[] {
  const worth = news.filter(({ weight }) => weight > 0);
  const others = worth.filter(({ weight }) => weight < OWN);
  // Among lines of equal weight, the newest are kept.
  const ranked = [...others].reverse().sort((one, other) => other.weight - one.weight);
  const kept = new Set(worth.filter(({ weight }) => weight === OWN).flatMap(withCauses));
  const room = kept.size + MOST;
  for (const one of ranked) {
    const whole = withCauses(one).filter((part) => !kept.has(part));
    if (kept.size + whole.length <= room) for (const part of whole) kept.add(part);
  }
  const said = worth.filter((one) => kept.has(one));
  return [...said.map(({ text }) => text), ...(said.length < worth.length ? [more] : [])];
}

/** Return a line preceded by its causes. */
function withCauses(news: News): News[] {
  return news.cause ? [...withCauses(news.cause), news] : [news];
}

interface Speaker {
  /** `asked` is the question that follows the news. */
  narrate: (events: GameEvent[], asked: Question | null) => News[];
  /** The line saying that something was left out. */
  more: () => string;
  say: (text: string) => void;
}

/** How long events are collected before they are announced, in milliseconds. */
export const SOON = 250;
/** How long a fast screen reader takes per letter, in milliseconds. */
const LETTER = 45;

/**
 * Announces what happened and then the current question, in batches. The next batch waits until the
 * previous one has been read out.
 */
export class AnnouncementQueue {
  private events: GameEvent[] = [];
  private asked: Question | null = null;
  private answered: Question | null = null;
  private spokenUntil = 0;
  private speaksAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly speaker: Speaker) {}

  add(events: readonly GameEvent[]): void {
    if (events.length === 0) return;
    this.events.push(...events);
    this.plan(events.some(({ event }) => (WEIGHTS[event] ?? COMMON) >= GRAVE));
  }

  /** Announce pending news now, because something newer is about to be announced. */
  catchUp(): void {
    if (this.events.length > 0) this.tellNow(null);
  }

  /**
   * Set the question that the player is being asked, or null if there is none. A question waits only
   * for the news that led to it.
   */
  ask(question: Question | null): void {
    this.asked = question;
    if (question === null) this.answered = null;
    else if (this.isNew(question)) this.plan();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private isNew({ decision, text }: Question): boolean {
    return this.answered?.decision !== decision || this.answered.text !== text;
  }

  private plan(grave = false): void {
    const urgent = grave || (this.asked !== null && this.isNew(this.asked));
    const now = Date.now();
    const at = urgent ? now + SOON : Math.max(now + SOON, this.spokenUntil);
    if (this.timer !== undefined && this.speaksAt <= at) return;
    clearTimeout(this.timer);
    this.speaksAt = at;
    this.timer = setTimeout(this.speak, at - now);
  }

  private readonly speak = (): void => {
    this.timer = undefined;
    const question = this.asked !== null && this.isNew(this.asked) ? this.asked : null;
    this.tellNow(question);
    if (!question) return;
    this.speaker.say(question.text);
    this.answered = question;
    this.spokenUntil = Math.max(Date.now(), this.spokenUntil) + question.text.length * LETTER;
  };

  private tellNow(question: Question | null): void {
    const { narrate, more, say } = this.speaker;
    const batch = batchOf(narrate(this.events, question), more()).join(" ");
    this.events = [];
    if (!batch) return;
    say(batch);
    this.spokenUntil = Date.now() + batch.length * LETTER;
  }
}
