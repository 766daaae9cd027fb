/** The context that every part of a stage needs, so that it is not passed from part to part. */
import { createContext } from "svelte";
import type { StageState } from "./stageState.svelte";

export const [getStage, setStage] = createContext<StageState>();
