/** What a record's dice and checksums say of it, with what this browser saw at the table. */
import { promisedAt, type Promised } from "../table/savedCommitments";
import type { GameRecord } from "./record";
import { verifyRecord, type Verdict } from "./verify";

export interface Judged {
  verdict: Verdict;
  /** What this browser saw at the table before the first roll and sent there, if it was there. */
  promised: Promised | undefined;
}

/** Judge the record of a table; empty for a file from anywhere. */
export function judge(record: GameRecord, table: string): Judged {
  const { chance } = record.header;
  const promised = promisedAt(table || (chance.kind === "fair" ? chance.game : ""));
  return { promised, verdict: verifyRecord(record, { table, promised }) };
}
