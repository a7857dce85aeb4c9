import { isSameLanguage } from '@quern/text/language/same-language';
import { translateText } from '@quern/translation/translate-text';
import type { PreparedTranslation } from '../../engines/translation-tasks.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { defineOperation } from '../define-operation.ts';
import examples from './examples.data.json' with { type: 'json' };
import { translateInput, translateOutput } from './schema.ts';

const tokensPerUnit = 10_000;
const creditsPerUnit = 2;

/** Translates a text or a Markdown document. */
export const operation = defineOperation({
  name: 'translate',
  title: 'Translate a text or a Markdown document',
  description:
    'Translates a text sentence by sentence. Line breaks, URLs, numbers, and placeholders are kept; in Markdown, so are markup, code, and the targets of links.',
  consumes: ['application/json'],
  input: translateInput,
  primaryInput: 'text',
  output: translateOutput,
  plainResult: 'translation',
  errors: ['unsupported_language', 'model_unavailable', 'engine_unavailable'],
  examples,
  timeLimitMs: 900_000,
  cost: { resource: 'translation', baseMs: 20, perUnitMs: 0.33, units: ({ text }) => text.length },
  price: {
    minimum: creditsPerUnit,
    label: '2 credits per 10,000 tokens',
    compute: ({ tokenCount }: PreparedTranslation) =>
      creditsPerUnit * Math.max(1, Math.ceil(tokenCount / tokensPerUnit)),
  },
  prepare: ({ text, format, sourceLanguage, glossary }, { engines, signal }) =>
    engines.pool.run('prepareTranslation', { text, format, sourceLanguage, glossary }, { signal }),
  run: async ({ input, prepared, engines, signal, progress }) => {
    const { text, format, targetLanguage: to } = input;
    const { language: from, tokenCount, plan } = prepared;
    if (from === 'und') {
      throw new ServiceError(
        'unsupported_language',
        'the language of the text cannot be detected; set sourceLanguage, or send a longer text',
      );
    }
    if (isSameLanguage(from, to)) return copyText(text, prepared, to);
    const { language, untranslatedCount, ...translated } = await translateText(
      { source: text, format, plan, from, to, signal, progress },
      engines.translator,
      (assembly) => engines.pool.run('assembleTranslation', assembly, { signal }),
    );
    const warnings = [
      ...prepared.missedTerms.map((term) => ({
        code: 'glossary_term_not_applied',
        message: `"${term}" was not replaced everywhere, because markup divides it`,
      })),
      ...(untranslatedCount === 0
        ? []
        : [
            {
              code: 'not_translated',
              message: `${untranslatedCount} sentences were copied, because their markup could not be kept otherwise`,
            },
          ]),
    ];
    return {
      translation: translated.translation,
      sourceLanguage: from,
      targetLanguage: language,
      sentences: translated.sentences,
      engine: translated.engine,
      tokenCount,
      ...(warnings.length > 0 && { warnings }),
    };
  },
});

/** Returns a text that is already in the target language. */
function copyText(text: string, { language, tokenCount, plan }: PreparedTranslation, to: string) {
  return {
    translation: text,
    sourceLanguage: language,
    targetLanguage: language,
    sentences: plan.sentences.map(({ startIndex, endIndex }) => ({
      text: text.slice(startIndex, endIndex),
      startIndex,
      endIndex,
      source: { startIndex, endIndex },
    })),
    engine: 'none',
    tokenCount,
    warnings: [
      {
        code: 'same_language',
        message: `the text is already in the target language (${language} to ${to}), so it was returned unchanged`,
      },
    ],
  };
}
