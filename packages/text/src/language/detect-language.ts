import { countScriptLetters, type ScriptLetterCount } from './count-script-letters.ts';
import { languageEvidence } from './language-evidence.ts';
import { sampleText } from './sample-text.ts';

export interface DetectedLanguage {
  /** A BCP 47 tag, `und` where the language cannot be told. */
  readonly language: string;
  /** 0..1: how sure that is; the share of such answers that were right on a development set. */
  readonly confidence: number;
}

const undetermined: DetectedLanguage = { language: 'und', confidence: 0 };

/** eld reads some 350 bytes of what it is given, so a text is handed to it in windows of that size. */
const windowLength = 340;
const windowCount = 9;

/** What says nothing about the language: addresses, and words with digits. */
const noisePattern =
  /(?:https?:\/\/|www\.)\S+|[\w.+-]{1,64}@[\w.-]{1,255}|[#@]\w+|\p{L}*\p{N}[\p{L}\p{N}]*/gu;

/**
 * The language of a text: certain where a script has one language, else by the n-grams of eld (Nito-ELD,
 * Apache-2.0) and, for languages that lacks, by weights of our own. Reads nine windows of a long text, so the time does not grow with its length.
 */
export async function detectLanguage(text: string): Promise<DetectedLanguage> {
  const windows = sampleText(text, windowCount, windowLength)
    .map((window) => window.replace(noisePattern, ' ').trim())
    .filter((window) => window !== '');
  const shares = countScriptLetters(windows.join(' '));
  const byScript = detectByScript(shares);
  if (byScript) return byScript;
  const letters = shares.reduce((sum, share) => sum + share.letters, 0);
  return letters < 3 ? undetermined : detectByNgrams(windows);
}

/** Japanese mixes Han with kana, so a tenth of kana among them makes it Japanese. */
function detectByScript(shares: readonly ScriptLetterCount[]): DetectedLanguage | undefined {
  const total = shares.reduce((sum, share) => sum + share.letters, 0);
  const lettersOf = (language: string) =>
    shares.reduce((sum, share) => sum + (share.language === language ? share.letters : 0), 0);
  const kana = lettersOf('ja');
  const han = lettersOf('zh');
  if (kana + han > total / 2) {
    const isJapanese = kana > (kana + han) / 10;
    return { language: isJapanese ? 'ja' : 'zh', confidence: round((kana + han) / total) };
  }
  const [first] = shares;
  if (!first || first.language === '' || first.letters < total / 2) return undefined;
  return { language: first.language, confidence: round(first.letters / total) };
}

/** Below this many features eld guesses, and the weights of whole words count more. */
const featuresFew = 45;

/**
 * How much eld's score (0..1) counts beside the evidence, in nats, where a text is short. A language eld does not
 * know gets the score of the one it names instead.
 */
const eldShare = 5;

/** Before anything is read: nats for the languages most texts are in, and against those eld leaves out. */
const commonLanguages = new Set('en es pt fr de it ru nl pl tr ar hi id vi uk'.split(' '));
const commonPrior = 2;
const unknownPrior = -3;

/** What a language must have that eld finds no trace of, or else the text says nothing: nats, and features. */
const evidenceMin = 4;
const featuresMin = 12;

/** Fitted so that the confidence is the share of right answers. */
const steepness = 0.25;

/**
 * eld is the better judge of the languages it knows, but names a neighbour for those it does not know
 * (Malay for Indonesian); there our own weights have a say, and in short texts.
 */
async function detectByNgrams(windows: readonly string[]): Promise<DetectedLanguage> {
  const known = await eldScores(windows);
  const { featureCount: features, logOdds: sums } = await languageEvidence(windows.join(' '));
  const mean = (language: string) => ((sums.get(language) ?? 0) + priorOf(language)) / Math.max(features, 1);
  const top = Math.max(...known.values(), 0);
  const rate = (language: string) => {
    const score = known.size === 0 ? 0 : (known.get(language) ?? (eldKnows.has(language) ? 0 : top));
    return mean(language) + eldShare * (top === 0 ? 0 : score / top);
  };
  const ranked = [...new Set([...known.keys(), ...sums.keys()])].sort(
    (left, right) => rate(right) - rate(left),
  );
  const [first, second] = ranked;
  if (first === undefined) return undetermined;
  const evidence = (sums.get(first) ?? 0) + priorOf(first);
  if (!known.has(first) && (evidence < evidenceMin || features < featuresMin)) return undetermined;
  const language = features < featuresFew ? first : (longTextLanguage(known, sums) ?? first);
  const rival = language === first ? second : first;
  const margin = (rate(language) - (rival === undefined ? 0 : rate(rival))) * Math.sqrt(features);
  return {
    language: language === 'nb' ? 'no' : language,
    confidence: round(1 / (1 + Math.exp(-steepness * (margin + 1)))),
  };
}

function priorOf(language: string): number {
  if (commonLanguages.has(language)) return commonPrior;
  return eldKnows.has(language) ? 0 : unknownPrior;
}

/** What eld names, unless the evidence for a language it does not know is stronger. */
function longTextLanguage(
  known: ReadonlyMap<string, number>,
  sums: ReadonlyMap<string, number>,
): string | undefined {
  const [named] = [...known].sort((left, right) => right[1] - left[1])[0] ?? [];
  const others = [...sums].filter(([language]) => !eldKnows.has(language));
  const [other, evidence] = others.sort((left, right) => right[1] - left[1])[0] ?? [];
  if (other === undefined || evidence === undefined) return named;
  return evidence > (sums.get(named ?? '') ?? 0) ? other : named;
}

/** The languages of eld's tables, `no` as `nb`. */
const eldKnows = new Set<string>();

/** eld's scores summed over the windows, of every language it finds a trace of. */
async function eldScores(windows: readonly string[]): Promise<Map<string, number>> {
  const { eld } = await import('eld/small');
  if (eldKnows.size === 0) for (const tag of Object.values(eld.info().Languages)) eldKnows.add(ours(tag));
  const sums = new Map<string, number>();
  for (const window of windows) {
    for (const [tag, score] of Object.entries(eld.detect(window).getScores())) {
      sums.set(ours(tag), (sums.get(ours(tag)) ?? 0) + score);
    }
  }
  return sums;
}

function ours(tag: string): string {
  return tag === 'no' ? 'nb' : tag;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
