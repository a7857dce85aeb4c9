import { extractEntities } from '../../packages/engines/src/entities/extract-entities.ts';
import { analyzeSentiment } from '../../packages/engines/src/sentiment/analyze-sentiment.ts';
import { summarizeText } from '../../packages/engines/src/summary/summarize-text.ts';
import { countTokens } from '../../packages/engines/src/text/count-tokens.ts';
import { detectLanguage } from '../../packages/engines/src/text/detect-language.ts';

const neutral = { polarity: [0.1, 0.2, 0.4, 0.2, 0.1], emotions: [0.5] };

/**
 * All that the operations on texts do, but for the network itself: its time is exactly proportional to the windows it
 * is given, and would hide what grows faster.
 */
export async function runTextEngines(text: string): Promise<void> {
  const { language } = await detectLanguage(text);
  countTokens(text);
  await summarizeText({ text, language, maxLength: 500 });
  await extractEntities({ text, language, referenceDate: new Date(0), tagEntities: async () => [] });
  await analyzeSentiment(
    { text, language },
    {
      emotions: [{ label: 'joy', threshold: 0.3 }],
      classify: async (texts) => texts.map(() => neutral),
    },
  );
}
