import { codePointStart, isInsidePair } from '@quern/text/surrogates';

/** Letters, digits and marks. */
export const wordCharacterPattern = /[\p{L}\p{N}\p{M}]/u;

const markPattern = /\p{M}/u;
/**
 * Letters of scripts that put no spaces between words, or that join particles to names: Thai, Lao, Burmese, Khmer, kana, Han
 * and Hangul. The same ranges as `UNSPACED` in `training/encoder/words.py`.
 */
const unspacedPattern =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}]/u;

/**
 * Whether an offset must not become a span boundary, since it is inside a surrogate pair or a word: a run of letters, digits
 * and marks. Next to a letter of a script without spaces each boundary may be one of a name, unless a mark follows.
 */
export function isInsideWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (isInsidePair(text, at)) return true;
  const before = text.slice(codePointStart(text, at - 1), at);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (!wordCharacterPattern.test(before) || !wordCharacterPattern.test(after)) return false;
  return markPattern.test(after) || !(unspacedPattern.test(before) || unspacedPattern.test(after));
}
