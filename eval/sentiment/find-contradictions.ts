import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import { signOfEmotion } from '@quern/nlp/sentiment/emotion-signs';

/** Strength from which a score is not that of a neutral text. */
const neutralScoreMax = 0.3;

/**
 * Lists what contradicts each other in a result: the label, the sign of the score, the probabilities, the label of the
 * only sentence, and the sign of the strongest emotion.
 */
export function findContradictions(result: SentimentAnalysis): string[] {
  const { sentiment, score, scores, confidence, sentences, emotions, dominantEmotion } = result;
  const found: string[] = [];
  if ((sentiment === 'positive' && score <= 0) || (sentiment === 'negative' && score >= 0))
    found.push('label and score');
  if (scores[sentiment] < Math.max(...Object.values(scores))) found.push('label and probabilities');
  if (Math.abs(scores[sentiment] - confidence) > 1e-9) found.push('confidence and probabilities');
  if (sentences.length > 0 && !hasSupport(sentiment, sentences)) found.push('label and sentences');
  if (dominantEmotion !== emotions[0]) found.push('strongest emotion and emotions');
  if (sentiment === 'neutral' && Math.abs(score) > neutralScoreMax) found.push('neutral and score');
  const sign = signOfEmotion(dominantEmotion);
  if ((sentiment === 'positive' && sign < 0) || (sentiment === 'negative' && sign > 0))
    found.push('label and emotion');
  return found;
}

/** Whether a sentence has the label of the text, or sentences of both signs make it mixed. */
function hasSupport(label: string, sentences: SentimentAnalysis['sentences']): boolean {
  const has = (wanted: string) => sentences.some(({ sentiment }) => sentiment === wanted);
  return has(label) || (label === 'mixed' && has('positive') && has('negative'));
}
