import { analyse } from 'chardet';
import { DocumentError } from './document-error.ts';

const byteOrderMarks: readonly { readonly mark: readonly number[]; readonly encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Control characters that no text has; white space and the next-line sign are none of them. */
const controlPattern = /(?![\s\u0085])\p{Cc}|[\ufffe\uffff]/gu;

/** A share of stray control characters that damaged but real texts stay under. */
const controlShareMax = 0.002;

/** How much of a file its encoding is guessed from. */
const sampleBytes = 65_536;

/** The text of bytes in any common encoding. @throws DocumentError `unsupported` if they are no text */
export function readPlainText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new DocumentError('empty', 'The file is empty.');
  for (const encoding of candidates(bytes)) {
    const text = decode(bytes, encoding);
    if (text !== undefined && looksLikeText(text)) return text;
  }
  throw new DocumentError('unsupported', 'The file is neither PDF, DOCX nor text.');
}

/** From certain to guessed: a byte order mark, UTF-16 by its zeros, strict UTF-8, then statistics. */
function* candidates(bytes: Uint8Array): Generator<string> {
  const marked = byteOrderMarks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) yield marked.encoding;
  const zeros = zeroShares(bytes);
  if (zeros.odd > 0.2 && zeros.even < 0.05) yield 'utf-16le';
  else if (zeros.even > 0.2 && zeros.odd < 0.05) yield 'utf-16be';
  yield 'utf-8';
  if (zeros.odd + zeros.even > 0) return;
  for (const { name } of analyse(bytes.subarray(0, sampleBytes)).slice(0, 4)) yield name;
  yield 'windows-1252';
}

function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const length = Math.min(bytes.length, sampleBytes);
  const zeros = [0, 0];
  for (let index = 0; index < length; index++) {
    if (bytes[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  }
  const half = Math.max(length / 2, 1);
  return { even: (zeros[0] ?? 0) / half, odd: (zeros[1] ?? 0) / half };
}

/** Strict, so that what does not decode is not this encoding; undefined also for an encoding Node lacks. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function looksLikeText(text: string): boolean {
  const controls = text.match(controlPattern)?.length ?? 0;
  return controls <= text.length * controlShareMax;
}
