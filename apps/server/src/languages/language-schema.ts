import { z } from 'zod';

/** How well something works in a language. */
export const languageLevels = ['good', 'limited', 'untested', 'unsupported'] as const;

const qualitySchema = z
  .object({
    measure: z.string().describe('Such as `F1` or `macro recall`'),
    value: z.number().min(0).max(1).describe('The measured value; 1 is perfect'),
    baseline: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The value that guessing reaches or, for summaries, the first sentences of a text'),
    samples: z.int().min(1).optional().describe('Number of sentences, texts, or pages that were measured'),
    data: z.string().describe('Data that it was measured on'),
  })
  .meta({ title: 'LanguageQuality', description: 'A measurement on data that was not used for training' });

const abilityFields = {
  level: z
    .enum(languageLevels)
    .describe(
      '`good` and `limited` are measured; `untested` should work and was not measured; `unsupported` is no better than chance, or does not exist',
    ),
  quality: qualitySchema.optional(),
};

const abilitySchema = z
  .object({
    supported: z.boolean().describe('Whether the operation accepts the language'),
    ...abilityFields,
  })
  .meta({ title: 'LanguageAbility' });

const partSchema = z.object(abilityFields).meta({ title: 'LanguagePartAbility' });

/** A language, and how the operations work in it. */
export const languageSchema = z
  .object({
    language: z.string().describe('BCP 47 tag'),
    name: z.string().describe('English name'),
    operations: z
      .object({
        'extract-entities': z
          .object({
            supported: z.boolean().describe('Whether the operation accepts the language'),
            names: partSchema.describe('People, organizations, and places'),
            patterns: partSchema.describe('Dates, amounts, numbers, and other entities that rules find'),
          })
          .meta({ title: 'LanguageEntityAbility' }),
        sentiment: abilitySchema,
        summarize: abilitySchema,
        translate: abilitySchema,
        ocr: abilitySchema,
      })
      .meta({ title: 'LanguageOperations' }),
  })
  .meta({ id: 'Language', description: 'A language, and how well the operations work in it' });

/** A language, and how the operations work in it. */
export type Language = z.infer<typeof languageSchema>;

/** How the operations work in a language. */
export type LanguageOperations = Language['operations'];

/** The languages, and the scripts that the models of texts know. */
export const languageTableSchema = z.object({
  /** ISO 15924 codes of scripts in which at least one language is better than chance. */
  encoderScripts: z.array(z.string()),
  languages: z.array(languageSchema),
});
