/**
 * Screen-reader announcements. The page has one voice, which speaks through the topmost sheet
 * because everything else is inert.
 */
import { untrack } from "svelte";

type AnnounceTarget = (text: string) => void;

/**
 * The question for one of this browser's seats. If a new decision has the same text, the text is
 * announced again.
 */
export interface Question {
  decision: number;
  text: string;
}

class Voice {
  question = $state.raw<Question | null>(null);
  /** Why the player's attention is needed: it's their turn, or they can ask for rent. */
  call = $state<"" | "turn" | "rent">("");
  /** The newest offer to one of this browser's seats; 0 if there is none. */
  offer = $state(0);
  private targets: AnnounceTarget[] = [];
  /** Announces earlier events that have not been announced yet. */
  private catchUp = () => {};

  /** Announce through this target from now on; return a function that undoes this. */
  speakThrough(target: AnnounceTarget): () => void {
    this.targets = [...this.targets, target];
    return () => (this.targets = this.targets.filter((one) => one !== target));
  }

  say(text: string): void {
    // Untracked, so that an effect that announces something doesn't depend on earlier
    // announcements.
    if (!text) return;
    untrack(() => {
      this.catchUp();
      this.targets.at(-1)?.(text);
    });
  }

  /**
   * Register a function that announces pending news before anything else is announced; return a
   * function that removes it.
   */
  after(catchUp: () => void): () => void {
    this.catchUp = catchUp;
    return () => (this.catchUp = () => {});
  }

  /** Set the current question; "" means there is none. */
  ask(text: string, decision: number, call: "turn" | "rent"): void {
    this.question = text ? { decision, text } : null;
    this.call = text ? call : "";
  }

  /** Reset everything, because there is no longer a game. */
  rest(): void {
    this.question = null;
    this.call = "";
    this.offer = 0;
  }
}

export const voice = new Voice();
