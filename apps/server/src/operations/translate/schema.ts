import { z } from 'zod';
import {
  languageField,
  sentenceSchema,
  sourceLanguageField,
  textField,
  tokenCountField,
  usageField,
  warningsField,
} from '../field-schemas.ts';

const termLengthMax = 200;
const termsMax = 1000;

const termField = z
  .string()
  .max(termLengthMax, { error: `must have at most ${termLengthMax} UTF-16 code units` })
  .refine((term) => /\S/.test(term), { error: 'must not be empty or blank' });

const glossaryField = z
  .array(
    z.strictObject({
      source: termField.describe('Term in the text; matches whole words'),
      target: termField.describe('Its translation'),
    }),
  )
  .max(termsMax, { error: `must have at most ${termsMax} terms` })
  .superRefine((terms, context) => {
    const targets = new Map<string, string>();
    for (const [index, { source, target }] of terms.entries()) {
      const key = source.trim().replace(/\s+/g, ' ');
      const earlier = targets.get(key);
      if (earlier !== undefined && earlier !== target.trim())
        context.addIssue({ code: 'custom', message: `has two translations of "${key}"`, path: [index] });
      targets.set(key, target.trim());
    }
  });

/** Input of `translate`. */
export const translateInput = z.strictObject({
  text: textField.describe('Text to translate; at most 1,000,000 UTF-16 code units'),
  targetLanguage: languageField.describe('Language to translate to (BCP 47 tag or English name)'),
  sourceLanguage: sourceLanguageField
    .optional()
    .describe('Language of the text (BCP 47 tag or English name); default: `auto`, detected'),
  format: z
    .enum(['text', 'markdown'])
    .default('text')
    .describe('`markdown` keeps markup, code, and the targets of links'),
  glossary: glossaryField
    .optional()
    .describe('Terms with the translations to use. Terms with capital letters match only in that case'),
});

/** Result of `translate`. */
export const translateOutput = z.object({
  translation: z.string().describe('The translated text'),
  sourceLanguage: z.string().describe('Language of the text (BCP 47)'),
  targetLanguage: z
    .string()
    .describe('Language of the translation: `pt` if `pt-BR` was requested and only a model for `pt` exists'),
  sentences: z
    .array(
      sentenceSchema.extend({
        source: z
          .object({ startIndex: z.int().min(0), endIndex: z.int().min(0) })
          .describe('Position of the sentence in the input text'),
      }),
    )
    .describe('Translated sentences; offsets refer to `translation`'),
  engine: z
    .string()
    .describe('`bergamot` (local models), `llm` (language model), or `none` if nothing had to be translated'),
  tokenCount: tokenCountField,
  usage: usageField,
  warnings: warningsField
    .optional()
    .describe(
      'What could not be done: `glossary_term_not_applied`, `not_translated`, or `same_language` (nothing to translate)',
    ),
});
