import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { analyzeSentiment } from '@quern/nlp/sentiment/analyze-sentiment';
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { detectLanguage } from '@quern/text/language/detect-language';
import { countTokens } from '@quern/text/tokens/count-tokens';

/** Output of the sentiment classifier for every text. */
const neutral = { polarity: [0.1, 0.2, 0.3, 0.2, 0.1, 0.1], emotions: [0.5] };

/**
 * Runs everything that the operations on texts do, except the network of the encoder: its time is proportional to the
 * number of windows, and would hide what grows faster.
 */
export async function runTextEngines(text: string): Promise<void> {
  const { language } = await detectLanguage(text);
  countTokens(text);
  await summarizeText({ text, language, maxLength: 500 });
  await extractEntities({ text, language, referenceDate: new Date(0), tagEntities: async () => [] });
  await analyzeSentiment(
    { text, language },
    {
      classifierFor: () => ({
        emotions: [{ label: 'joy', threshold: 0.3 }],
        classify: async (texts) => texts.map(() => neutral),
      }),
    },
  );
}
