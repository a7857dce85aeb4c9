import { multisetOverlap } from './word-f1.ts';

/** F1 of each ROUGE variant, 0 to 1. */
export interface RougeScore {
  readonly rouge1: number;
  readonly rouge2: number;
  readonly rougeL: number;
}

/** A character of a script that is written without spaces, with its marks, or a run of letters, marks and digits. */
const tokenPattern =
  /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]\p{M}*|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]+/gv;

/**
 * ROUGE-1, ROUGE-2 and ROUGE-L as F1 (Lin, "ROUGE: A package for automatic evaluation of summaries", 2004) without
 * stemming. ROUGE-L is the longest common subsequence of the whole texts. For ASCII texts the words are those of
 * Google's `rouge_score`: lower case, runs of letters and digits. Other scripts count alike, and each character of
 * Chinese, Japanese, Thai, Lao, Khmer and Burmese counts as a word.
 */
export function rouge(summary: string, reference: string): RougeScore {
  const [predicted, expected] = [rougeTokens(summary), rougeTokens(reference)];
  const [predictedBigrams, expectedBigrams] = [bigrams(predicted), bigrams(expected)];
  const overlap1 = multisetOverlap(predicted, expected);
  const overlap2 = multisetOverlap(predictedBigrams, expectedBigrams);
  return {
    rouge1: f1(overlap1, predicted.length, expected.length),
    rouge2: f1(overlap2, predictedBigrams.length, expectedBigrams.length),
    rougeL: f1(longestCommonSubsequence(predicted, expected), predicted.length, expected.length),
  };
}

/** The best score over several references, by each variant separately, as `rouge_score` does for multiple targets. */
export function bestRouge(summary: string, references: readonly string[]): RougeScore {
  const scores = references.map((reference) => rouge(summary, reference));
  const best = (variant: keyof RougeScore) => Math.max(0, ...scores.map((score) => score[variant]));
  return { rouge1: best('rouge1'), rouge2: best('rouge2'), rougeL: best('rougeL') };
}

/** The words that ROUGE counts. */
export function rougeTokens(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(tokenPattern) ?? [];
}

function bigrams(tokens: readonly string[]): string[] {
  return tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`);
}

function f1(overlap: number, predicted: number, expected: number): number {
  return predicted + expected === 0 ? 0 : (2 * overlap) / (predicted + expected);
}

function longestCommonSubsequence(left: readonly string[], right: readonly string[]): number {
  let previous = new Uint32Array(right.length + 1);
  let current = new Uint32Array(right.length + 1);
  for (const token of left) {
    for (let index = 0; index < right.length; index++) {
      current[index + 1] =
        right[index] === token
          ? (previous[index] ?? 0) + 1
          : Math.max(previous[index + 1] ?? 0, current[index] ?? 0);
    }
    [previous, current] = [current, previous];
  }
  return previous[right.length] ?? 0;
}
