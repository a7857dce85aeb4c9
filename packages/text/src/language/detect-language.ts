import { languageWords } from './classifier/language-words.ts';
import { loadLanguageRanker } from './rank-languages.ts';
import { removeNoise } from './remove-noise.ts';
import { sampleText } from './sample-text.ts';
import { weighNameForm } from './weigh-name-form.ts';

/** Result of language detection. */
export interface DetectedLanguage {
  /** BCP 47 tag; `und` when the language cannot be determined. */
  readonly language: string;
  /** 0..1, calibrated on a development set: the share of correct results at this value. */
  readonly confidence: number;
}

const undetermined: DetectedLanguage = { language: 'und', confidence: 0 };

/** A long text is read in windows of this many characters. */
const windowLength = 340;
const windowCount = 9;

/** Less probable languages are not reported. */
const confidenceMin = 0.33;

/**
 * Detects the language of a text: by its script where one language uses it, else by a classifier of letter sequences and
 * words, and in short texts by lists of everyday words. Names, code, addresses and numbers have no language. Reads nine windows of
 * a long text, so the time does not grow with its length.
 */
export async function detectLanguage(text: string): Promise<DetectedLanguage> {
  const windows = sampleText(text, windowCount, windowLength).map(removeNoise);
  const sample = windows.join(' ');
  const ranker = await loadLanguageRanker();
  const [first] = ranker.rank(languageWords(sample), weighNameForm(sample, text));
  if (first === undefined || first.language === 'und' || first.probability < confidenceMin)
    return undetermined;
  return { language: first.language, confidence: Math.round(first.probability * 1000) / 1000 };
}
