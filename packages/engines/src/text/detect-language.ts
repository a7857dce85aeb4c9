import { sampleText } from './sample-text.ts';
import { type ScriptShare, scriptShares } from './script-shares.ts';

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
 * Apache-2.0). Reads nine windows of a long text, so the time does not grow with its length.
 */
export async function detectLanguage(text: string): Promise<DetectedLanguage> {
  const windows = sampleText(text, windowCount, windowLength)
    .map((window) => window.replace(noisePattern, ' ').trim())
    .filter((window) => window !== '');
  const shares = scriptShares(windows.join(' '));
  const byScript = detectByScript(shares);
  if (byScript) return byScript;
  const letters = shares.reduce((sum, share) => sum + share.letters, 0);
  return letters < 2 ? undetermined : detectByNgrams(windows);
}

/** Japanese mixes Han with kana, so a tenth of kana among them makes it Japanese. */
function detectByScript(shares: readonly ScriptShare[]): DetectedLanguage | undefined {
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

async function detectByNgrams(windows: readonly string[]): Promise<DetectedLanguage> {
  const { eld } = await import('eld/small');
  const sums = new Map<string, number>();
  for (const window of windows) {
    for (const [language, score] of Object.entries(eld.detect(window).getScores())) {
      sums.set(language, (sums.get(language) ?? 0) + score);
    }
  }
  const [first, second] = [...sums].sort((left, right) => right[1] - left[1]);
  if (!first) return undetermined;
  const margin = (first[1] - (second?.[1] ?? 0)) / first[1];
  return { language: first[0], confidence: round(1 - Math.exp(-12 * margin)) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
