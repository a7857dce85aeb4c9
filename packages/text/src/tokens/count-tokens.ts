import { isHighSurrogate } from '../surrogates.ts';
import { countBpeTokens } from './count-bpe-tokens.ts';
import { TokenRanks } from './token-ranks.ts';

/**
 * Splits a text into pre-tokens, as o200k_base does (openai/tiktoken, `openai_public.py`). `\s` is written as
 * `\p{White_Space}`, because in JavaScript it includes U+FEFF and lacks U+0085.
 */
const preTokenPattern =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*|\p{White_Space}*[\r\n]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** Words repeat, so a bounded cache of short pre-tokens avoids most merging. */
const cacheSizeMax = 4096;
const cachedLengthMax = 32;

/** Matching a longer run of letters may exhaust the stack of V8's regular expressions (observed at 4 million). */
const blockLengthMax = 3_000_000;
/** Characters counted between two calls of `yieldIfDue`. */
const asyncBlockLength = 50_000;

/**
 * Counts the tokens of a text in the public vocabulary o200k_base, exactly as `tiktoken` does. Special tokens such as
 * `<|endoftext|>` count as plain text, and a lone surrogate counts as U+FFFD.
 *
 * Takes time nearly linear in the length for any text. A single word of more than 3,000,000 characters is counted in
 * slices, which may add one token per slice.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const block of splitBlocks(text, blockLengthMax)) count += countBlock(block);
  return count;
}

/**
 * Counts tokens like `countTokens`, but lets other work run in between.
 *
 * @param yieldIfDue awaited before each block of about 50,000 characters; may throw to stop counting
 */
export async function countTokensAsync(text: string, yieldIfDue: () => Promise<void>): Promise<number> {
  let count = 0;
  for (const block of splitBlocks(text, asyncBlockLength)) {
    await yieldIfDue();
    count += countBlock(block);
  }
  return count;
}

/** Splits a text into blocks of about `length` UTF-16 code units that no pre-token crosses. */
function* splitBlocks(text: string, length: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = blockEnd(text, start, length);
    yield start === 0 && end === text.length ? text : text.slice(start, end);
    start = end;
  }
}

/** The last boundary within `length`, else the first one after it, else the end of the longest possible block. */
function blockEnd(text: string, start: number, length: number): number {
  if (start + length >= text.length) return text.length;
  for (let end = start + length; end > start; end--) if (isBoundary(text, end)) return end;
  const limit = start + blockLengthMax;
  for (let end = start + length + 1; end < text.length && end < limit; end++)
    if (isBoundary(text, end)) return end;
  if (limit >= text.length) return text.length;
  return isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
}

/**
 * Whether a pre-token ends before `at` in any context: a run of letters ends before a character that is not a letter, a
 * mark or the apostrophe of a contraction, and the pattern has no lookbehind.
 */
function isBoundary(text: string, at: number): boolean {
  return ' \n.,;:!?。，、！？'.includes(text[at] ?? '') && /^\p{L}$/u.test(text[at - 1] ?? '');
}

function countBlock(text: string): number {
  const ranks = TokenRanks.load();
  const encoder = new TextEncoder();
  const cache = new Map<string, number>();
  let buffer = new Uint8Array(1024);
  let count = 0;
  for (const [preToken] of text.matchAll(preTokenPattern)) {
    const cached = cache.get(preToken);
    if (cached !== undefined) {
      count += cached;
      continue;
    }
    if (preToken.length * 3 > buffer.length) buffer = new Uint8Array(preToken.length * 3);
    const { written } = encoder.encodeInto(preToken, buffer);
    const tokens = countPreToken(buffer, written, ranks);
    if (preToken.length <= cachedLengthMax && cache.size < cacheSizeMax) cache.set(preToken, tokens);
    count += tokens;
  }
  return count;
}

/** A pre-token that is a token is not merged: merging might never arrive at it. */
function countPreToken(bytes: Uint8Array, length: number, ranks: TokenRanks): number {
  return ranks.rankOf(bytes, 0, length) >= 0 ? 1 : countBpeTokens(bytes, length, ranks);
}
