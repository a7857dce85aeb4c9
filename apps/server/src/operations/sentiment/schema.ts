import { z } from 'zod';
import { textField, tokenCountField, usageField } from '../field-schemas.ts';

const label = z.enum(['positive', 'negative', 'neutral', 'mixed']);
const score = z.number().min(-1).max(1).describe('From −1, most negative, to 1, most positive');
const confidence = z.number().min(0).max(1).describe('Probability of the label');

export const sentimentInput = z.strictObject({
  text: textField.describe('Text to read; 1,000,000 UTF-16 units at most'),
});

export const sentimentOutput = z.object({
  sentiment: label.describe('Overall sentiment'),
  score,
  emotions: z
    .array(z.string())
    .min(1)
    .describe('Strongest first, out of the 27 labels of GoEmotions, or `neutral`'),
  dominantEmotion: z.string().describe('The first of the emotions'),
  confidence,
  usage: usageField,
  tokenCount: tokenCountField,
  scores: z.record(label, z.number()).describe('Probability of each label'),
  emotionScores: z.record(z.string(), z.number()).describe('Probability of each emotion'),
  sentences: z
    .array(
      z.object({
        text: z.string(),
        startIndex: z.int().min(0),
        endIndex: z.int().min(0),
        sentiment: label,
        score,
        confidence,
      }),
    )
    .describe('Each sentence with its own sentiment; offsets index into the text'),
});

export const sentimentExample = {
  input: { text: 'The room was lovely, but the service was painfully slow.' },
  output: {
    sentiment: 'mixed',
    score: -0.1,
    emotions: ['disappointment'],
    dominantEmotion: 'disappointment',
    confidence: 0.61,
    usage: 1,
    tokenCount: 12,
    scores: { positive: 0.15, negative: 0.2, neutral: 0.04, mixed: 0.61 },
    emotionScores: { disappointment: 0.4 },
    sentences: [],
  },
};
