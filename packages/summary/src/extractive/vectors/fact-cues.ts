import { readFile } from 'node:fs/promises';

/** Kinds of facts that words hint at: all facts, decisions and outcomes, obligations and requests, results, amounts and dates. */
export const cueKinds = ['fact', 'decision', 'obligation', 'result', 'amount'] as const;

/** File written by `training/summary/train_facts.py`. */
export interface FactCuesData {
  /** SHA-256 of the embeddings that the directions were learned from. */
  readonly embeddings: string;
  /** One row of `cueKinds.length` values for each value of an embedding, base64 of float32. */
  readonly directions: string;
}

/** Reads the directions in the embeddings that hint at facts. */
export async function readFactCues(): Promise<FactCuesData> {
  return JSON.parse(await readFile(new URL('./fact-cues.data.json', import.meta.url), 'utf8'));
}
