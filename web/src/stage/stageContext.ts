/**
 * The context that every part of a stage needs, so that it doesn't have to be passed from part to
 * part.
 */
import { createContext } from "svelte";
import type { BoardData } from "../game/boardData";
import type { View } from "../generated/wire";
import type { SeatedPlayer } from "../table/seats";
import type { Actor } from "./actor.svelte";

export interface StageContext {
  readonly actor: Actor;
  readonly view: View;
  readonly board: BoardData;
  readonly seats: SeatedPlayer[];
}

export const [getStage, setStage] = createContext<StageContext>();
