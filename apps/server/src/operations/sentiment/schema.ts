import { z } from 'zod';
import {
  detectedLanguageField,
  languageRangesField,
  textField,
  textLanguageField,
  tokenCountField,
  usageField,
  warningsField,
} from '../field-schemas.ts';

const label = z.enum(['positive', 'negative', 'neutral', 'mixed']);
const score = z.number().min(-1).max(1).describe('Score from −1 (most negative) to 1 (most positive)');
const confidence = z.number().min(0).max(1).describe('Probability of the label');

/** Input of `sentiment`. */
export const sentimentInput = z.strictObject({
  text: textField.describe('Text to analyze; at most 1,000,000 UTF-16 code units'),
  language: textLanguageField.optional(),
});

/** Result of `sentiment`. */
export const sentimentOutput = z.object({
  sentiment: label.describe('Overall sentiment'),
  score,
  emotions: z
    .array(z.string())
    .min(1)
    .describe('Detected emotions, the strongest first: labels of the 27 GoEmotions categories, or `neutral`'),
  dominantEmotion: z.string().describe('The strongest emotion'),
  confidence,
  usage: usageField,
  language: detectedLanguageField,
  languages: languageRangesField,
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
    .describe('Sentiment of each sentence; offsets refer to the input text'),
  warnings: warningsField
    .optional()
    .describe('`untested_language` if sentiment was not measured in the language'),
});
