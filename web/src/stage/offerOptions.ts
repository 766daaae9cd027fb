/** What can be done about offers: accepting one, and pausing them. */
import type { OpenOffer, PauseOffersOption, SeatOptions } from "../generated/wire";
import type { SeatedPlayer } from "../table/seats";
import { optionsOf } from "./answers";

export interface Acceptable {
  possible: boolean;
  /** The received deeds that may be unmortgaged immediately. */
  unmortgages: { space: number; cost: number }[];
}

export function findAcceptance(options: SeatOptions | undefined, number: number): Acceptable {
  const option = optionsOf(options, "AcceptTrade").find(
    ({ choices }) => "values" in choices.offer && choices.offer.values.includes(number),
  );
  if (option === undefined) return { possible: false, unmortgages: [] };
  const { unmortgage } = option.choices;
  const spaces = "values" in unmortgage ? unmortgage.values.map(Number) : [];
  const costs = "values" in unmortgage ? (unmortgage.costs ?? []) : [];
  return {
    possible: true,
    unmortgages: spaces.map((space, at) => ({ space, cost: costs[at] ?? 0 })),
  };
}

/** Return the pauses that can be chosen now, in rounds; -1 means the rest of the game. */
export function pausesOf(option: PauseOffersOption | undefined): number[] {
  const rounds = option?.choices.rounds;
  return rounds && "values" in rounds ? rounds.values.map(Number).filter((one) => one !== 0) : [];
}

/** Return the offers that a seat's pause declines: those that bots have made to it. */
export function offersByBots(
  offers: readonly OpenOffer[],
  seat: number,
  seats: readonly SeatedPlayer[],
): OpenOffer[] {
  const isBot = (maker: number) => Boolean(seats[maker]?.bot || seats[maker]?.free);
  return offers.filter(({ maker, partner }) => partner === seat && isBot(maker));
}
