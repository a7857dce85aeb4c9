import { lazy } from '@quern/runtime/lazy';
import { countScriptLetters, type ScriptLetterCount } from './count-script-letters.ts';
import { languageEvidence } from './language-evidence.ts';
import { sampleText } from './sample-text.ts';

/** Result of language detection. */
export interface DetectedLanguage {
  /** BCP 47 tag; `und` when the language cannot be determined. */
  readonly language: string;
  /** 0..1, calibrated on a development set: the share of correct results at this value. */
  readonly confidence: number;
}

const undetermined: DetectedLanguage = { language: 'und', confidence: 0 };

/** eld reads about 350 bytes per call, so it gets windows of this length. */
const windowLength = 340;
const windowCount = 9;

/** Parts of a text that do not depend on its language: addresses, tags, and words with digits. */
const noisePattern =
  /(?:https?:\/\/|www\.)\S+|[\w.+-]{1,64}@[\w.-]{1,255}|[#@]\w+|\p{L}*\p{N}[\p{L}\p{N}]*/gu;

/**
 * Detects the language of a text by its script where only one language uses it, else by the n-gram classifier eld
 * (Nito-ELD, Apache-2.0) combined with this package's weights for languages that eld does not support. Reads nine windows
 * of a long text, so the time does not grow with its length.
 */
export async function detectLanguage(text: string): Promise<DetectedLanguage> {
  const windows = sampleText(text, windowCount, windowLength)
    .map((window) => window.replace(noisePattern, ' ').trim())
    .filter((window) => window !== '');
  const counts = countScriptLetters(windows.join(' '));
  const byScript = detectByScript(counts);
  if (byScript) return byScript;
  const letters = counts.reduce((sum, count) => sum + count.letters, 0);
  return letters < 3 ? undetermined : detectByNgrams(windows);
}

/** Detects languages with their own script. Japanese mixes Han with kana, so a tenth of kana makes a text Japanese. */
function detectByScript(counts: readonly ScriptLetterCount[]): DetectedLanguage | undefined {
  const total = counts.reduce((sum, count) => sum + count.letters, 0);
  const lettersOf = (language: string) =>
    counts.reduce((sum, count) => sum + (count.language === language ? count.letters : 0), 0);
  const kana = lettersOf('ja');
  const han = lettersOf('zh');
  if (kana + han > total / 2) {
    const isJapanese = kana > (kana + han) / 10;
    return { language: isJapanese ? 'ja' : 'zh', confidence: round((kana + han) / total) };
  }
  const [first] = counts;
  if (!first || first.language === '' || first.letters < total / 2) return undefined;
  return { language: first.language, confidence: round(first.letters / total) };
}

/** eld is unreliable on texts with fewer features; the word weights decide there. */
const shortTextFeatures = 45;

/** Weight of eld's score (0..1) relative to the mean evidence per feature, in nats. */
const eldWeight = 5;

/** Prior log odds, in nats: most texts are in these languages, few are in one that eld does not support. */
const commonLanguages = new Set('en es pt fr de it ru nl pl tr ar hi id vi uk'.split(' '));
const commonPrior = 2;
const unsupportedPrior = -3;

/** Minimum evidence (nats) and features for a language that eld does not detect at all. */
const evidenceMin = 4;
const featuresMin = 12;

/** Slope of the logistic function that maps the margin to a confidence, fitted on a development set. */
const confidenceSlope = 0.25;

/** eld's scores summed over windows, and the languages it supports. */
interface EldResult {
  readonly scores: ReadonlyMap<string, number>;
  readonly supported: ReadonlySet<string>;
}

/**
 * Ranks languages by eld's score and the evidence of the word weights. eld is more accurate for the languages it supports,
 * but reports a similar language for others (Malay for Indonesian), where the word weights decide.
 */
async function detectByNgrams(windows: readonly string[]): Promise<DetectedLanguage> {
  const eld = await runEld(windows);
  const { featureCount, logOdds } = await languageEvidence(windows.join(' '));
  const evidenceFor = (language: string) => (logOdds.get(language) ?? 0) + prior(language, eld);
  const topScore = Math.max(...eld.scores.values(), 0);
  const score = (language: string) => {
    // A language that eld does not support counts like the one that eld reports instead.
    const defaultScore = eld.supported.has(language) ? 0 : topScore;
    const eldScore = eld.scores.size === 0 ? 0 : (eld.scores.get(language) ?? defaultScore);
    const mean = evidenceFor(language) / Math.max(featureCount, 1);
    return mean + eldWeight * (topScore === 0 ? 0 : eldScore / topScore);
  };
  const languages = new Set([...eld.scores.keys(), ...logOdds.keys()]);
  const [first, second] = [...languages].sort((left, right) => score(right) - score(left));
  if (first === undefined) return undetermined;
  const isWeak = evidenceFor(first) < evidenceMin || featureCount < featuresMin;
  if (!eld.scores.has(first) && isWeak) return undetermined;
  const language = featureCount < shortTextFeatures ? first : (longTextLanguage(eld, logOdds) ?? first);
  const runnerUp = language === first ? second : first;
  const margin = (score(language) - (runnerUp === undefined ? 0 : score(runnerUp))) * Math.sqrt(featureCount);
  return {
    language: language === 'nb' ? 'no' : language,
    confidence: round(1 / (1 + Math.exp(-confidenceSlope * (margin + 1)))),
  };
}

function prior(language: string, { supported }: EldResult): number {
  if (commonLanguages.has(language)) return commonPrior;
  return supported.has(language) ? 0 : unsupportedPrior;
}

/** The language that eld ranks first, unless there is more evidence for one that eld does not support. */
function longTextLanguage(
  { scores, supported }: EldResult,
  logOdds: ReadonlyMap<string, number>,
): string | undefined {
  const [detected] = [...scores].sort((left, right) => right[1] - left[1])[0] ?? [];
  const others = [...logOdds].filter(([language]) => !supported.has(language));
  const [other, evidence] = others.sort((left, right) => right[1] - left[1])[0] ?? [];
  if (other === undefined || evidence === undefined) return detected;
  return evidence > (logOdds.get(detected ?? '') ?? 0) ? other : detected;
}

const loadEld = lazy(async () => {
  const { eld } = await import('eld/small');
  const supported = new Set(Object.values(eld.info().Languages).map(toBokmal));
  return { eld, supported };
});

async function runEld(windows: readonly string[]): Promise<EldResult> {
  const { eld, supported } = await loadEld();
  const scores = new Map<string, number>();
  for (const window of windows) {
    for (const [tag, score] of Object.entries(eld.detect(window).getScores())) {
      const language = toBokmal(tag);
      scores.set(language, (scores.get(language) ?? 0) + score);
    }
  }
  return { scores, supported };
}

/** The word weights use `nb` for the language that eld calls `no`. */
function toBokmal(tag: string): string {
  return tag === 'no' ? 'nb' : tag;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
