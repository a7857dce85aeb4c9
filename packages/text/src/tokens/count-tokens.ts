import { countBpeTokens } from './count-bpe-tokens.ts';
import { loadTokenRanks, type TokenRanks } from './token-ranks.ts';

/**
 * The pre-split of o200k_base (openai/tiktoken, `openai_public.py`). `\s` is spelt `\p{White_Space}` because
 * JavaScript's also has U+FEFF and lacks U+0085, unlike the reference's.
 */
const piecePattern =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*|\p{White_Space}*[\r\n]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** Words repeat; a bounded memory of short pieces saves most merging. */
const cacheSizeMax = 4096;
const cachedLengthMax = 32;

/** Matching a run of more letters than this may exhaust the stack of V8's regular expressions (measured: 4 million). */
const blockLengthMax = 3_000_000;
/** Counting this many takes about 20 ms. */
const turnLength = 50_000;

/**
 * The number of tokens `text` has in the public vocabulary o200k_base, exactly. Special tokens such as
 * `<|endoftext|>` count as the plain text they are written in; a lone surrogate counts as U+FFFD.
 * Takes time nearly linear in the length, whatever the text is made of. Only a single word of more than
 * 3,000,000 characters is counted in slices, which may add a token a slice.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const block of blocks(text, blockLengthMax)) count += countBlock(block);
  return count;
}

/** The same number, awaiting `takeTurn` between blocks of about 50,000 characters. */
export async function countTokensAsync(text: string, takeTurn: () => Promise<void>): Promise<number> {
  let count = 0;
  for (const block of blocks(text, turnLength)) {
    await takeTurn();
    count += countBlock(block);
  }
  return count;
}

/** The text in blocks that no piece crosses, of about `length` UTF-16 units. */
function* blocks(text: string, length: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = blockEnd(text, start, length);
    yield start === 0 && end === text.length ? text : text.slice(start, end);
    start = end;
  }
}

/** The last place within reach where no piece can cross, else the first one after it. */
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
 * Whether pieces end before `at`, whatever surrounds it: a run of letters ends before what is neither a letter, a mark nor the
 * apostrophe of a contraction, and no piece looks behind itself.
 */
function isBoundary(text: string, at: number): boolean {
  return ' \n.,;:!?。，、！？'.includes(text[at] ?? '') && /^\p{L}$/u.test(text[at - 1] ?? '');
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function countBlock(text: string): number {
  const ranks = loadTokenRanks();
  const encoder = new TextEncoder();
  const cache = new Map<string, number>();
  let buffer = new Uint8Array(1024);
  let count = 0;
  for (const [piece] of text.matchAll(piecePattern)) {
    const known = cache.get(piece);
    if (known !== undefined) {
      count += known;
      continue;
    }
    if (piece.length * 3 > buffer.length) buffer = new Uint8Array(piece.length * 3);
    const { written } = encoder.encodeInto(piece, buffer);
    const tokens = countPiece(buffer, written, ranks);
    if (piece.length <= cachedLengthMax && cache.size < cacheSizeMax) cache.set(piece, tokens);
    count += tokens;
  }
  return count;
}

/** A piece that is a token as a whole is not merged: merging might never arrive at it. */
function countPiece(bytes: Uint8Array, length: number, ranks: TokenRanks): number {
  return ranks.rank(bytes, 0, length) >= 0 ? 1 : countBpeTokens(bytes, length, ranks);
}
