import { languageWords } from './classifier/language-words.ts';
import { type LanguageRanker, loadLanguageRanker, type RankedLanguage } from './rank-languages.ts';
import { removeNoise } from './remove-noise.ts';
import { type LanguageSegment, splitLanguageSegments } from './split-language-segments.ts';

/** A part of a text in one language. */
export interface LanguageRange {
  /** BCP 47 tag; never `und`. */
  readonly language: string;
  /** UTF-16 offset of the first character. */
  readonly startIndex: number;
  /** UTF-16 offset of the end, exclusive. */
  readonly endIndex: number;
}

/** Languages that are considered for each segment. */
const candidatesMax = 6;
const probabilityMin = 0.02;
/** Log probability of a language that is none of a segment's candidates, in nats. */
const absentScore = -9;
/** Cost of a change of language between two segments, in nats. */
const changeCost = 3;
const segmentsPerYield = 50;
/** A language counts if it is this probable in one of its segments. */
const evidenceMin = 0.5;

/**
 * Finds which parts of a text are in which language. A language changes at the end of a sentence or line, at a quotation
 * mark or parenthesis, or where the script changes. Names, code and numbers belong to the language around them. Reads the whole
 * text; the time grows linearly with its length.
 *
 * @param yieldIfDue awaited now and then, so that a long text can yield to other work
 * @returns ranges in text order that do not overlap; adjacent ones differ in language; none for a text without a language
 * @throws any error of `yieldIfDue`
 */
export async function detectLanguageRanges(
  text: string,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<LanguageRange[]> {
  const ranker = await loadLanguageRanker();
  const clean = removeNoise(text);
  const segments: { segment: LanguageSegment; candidates: RankedLanguage[] }[] = [];
  for (const [index, segment] of splitLanguageSegments(clean).entries()) {
    const candidates = rankSegment(ranker, clean, segment);
    if (candidates.length > 0) segments.push({ segment, candidates });
    if (index % segmentsPerYield === 0) await yieldIfDue();
  }
  const languages = chooseLanguages(segments.map(({ candidates }) => candidates));
  const evident = new Set(
    segments
      .flatMap(({ candidates }) => candidates.filter(({ probability }) => probability >= evidenceMin))
      .map(({ language }) => language),
  );
  const ranges: { language: string; startIndex: number; endIndex: number }[] = [];
  for (const [index, language] of languages.entries()) {
    const segment = segments[index]?.segment;
    if (segment === undefined || !evident.has(language)) continue;
    const last = ranges.at(-1);
    if (last?.language === language) last.endIndex = segment.endIndex;
    else ranges.push({ language, startIndex: segment.startIndex, endIndex: segment.endIndex });
  }
  return ranges;
}

/** The probable languages of a segment; none for a name. */
function rankSegment(ranker: LanguageRanker, text: string, segment: LanguageSegment): RankedLanguage[] {
  const words = languageWords(text.slice(segment.startIndex, segment.endIndex));
  const [first, ...others] = ranker.rank(words);
  if (first === undefined || first.language === 'und') return [];
  return [first, ...others.slice(0, candidatesMax - 1)].filter(
    ({ language, probability }) => language !== 'und' && probability >= probabilityMin,
  );
}

/**
 * Chooses a language for each segment so that the sum of log probabilities less the costs of changes is the highest
 * (Viterbi, 1967). All changes cost the same, so a step takes time proportional to the number of languages.
 */
function chooseLanguages(segments: readonly (readonly RankedLanguage[])[]): string[] {
  const languages = [
    ...new Set(segments.flatMap((candidates) => candidates.map(({ language }) => language))),
  ];
  const indexOf = new Map(languages.map((language, index) => [language, index]));
  let scores = new Float64Array(languages.length);
  // The language before each segment, for each language of it.
  const previous: Uint16Array[] = [];
  for (const candidates of segments) {
    const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0);
    const bestScore = (scores[best] ?? 0) - changeCost;
    const from = new Uint16Array(languages.length);
    const next = new Float64Array(languages.length);
    for (let index = 0; index < languages.length; index++) {
      const stay = scores[index] ?? 0;
      from[index] = stay >= bestScore ? index : best;
      next[index] = Math.max(stay, bestScore) + absentScore;
    }
    for (const { language, probability } of candidates) {
      const index = indexOf.get(language) ?? 0;
      next[index] = (next[index] ?? 0) - absentScore + Math.max(Math.log(probability), absentScore);
    }
    previous.push(from);
    scores = next;
  }
  let current = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0);
  const chosen: string[] = [];
  for (const from of previous.toReversed()) {
    chosen.push(languages[current] ?? 'und');
    current = from[current] ?? current;
  }
  return chosen.reverse();
}
