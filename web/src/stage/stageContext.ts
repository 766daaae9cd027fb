/** The state that all parts of a stage share, so that it isn't passed from part to part. */
import { createContext } from "svelte";
import type { StageState } from "./stageState.svelte";

export const [getStage, setStage] = createContext<StageState>();
