/**
 * The records that `python -m tools.sample_record` wrote to the folder named by PASSGO_SAMPLES;
 * none if it is not set.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env["PASSGO_SAMPLES"] ?? "";

export const samples = folder !== "" && existsSync(join(folder, "fair.jsonl"));

if (!samples)
  console.warn("PASSGO_SAMPLES is not set to a folder of records; real records are not tested.");

export function readSample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, `${name}.jsonl`)));
}
