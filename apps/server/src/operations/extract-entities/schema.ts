import { redactionModes } from '@quern/nlp/entities/redaction/redact-entities';
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
import { allowField, checkPhraseLists, denyField, entityTypeField } from './phrase-fields.ts';

const confidenceRange = 'must be a number from 0 to 1';

/** Input of `extract-entities`. */
export const extractEntitiesInput = z
  .strictObject({
    text: textField.describe('Text to analyze; at most 1,000,000 UTF-16 code units'),
    types: z
      .array(entityTypeField)
      .min(1, { error: 'must have at least one type; leave it out for all types' })
      .optional()
      .describe('Types of the entities to return, such as `PERSON` and `EMAIL`; default: all'),
    minConfidence: z
      .number({ error: confidenceRange })
      .min(0, { error: confidenceRange })
      .max(1, { error: confidenceRange })
      .optional()
      .describe('Entities of a lower confidence are left out, 0 to 1; default: 0'),
    language: textLanguageField.optional(),
    referenceDate: z.iso
      .date({ error: 'must be a date such as 2026-05-31' })
      .optional()
      .describe('Date (ISO 8601) that dates such as "tomorrow" and "May 5" refer to; default: today (UTC)'),
    redact: z
      .enum(redactionModes, { error: `must be one of ${redactionModes.join(', ')}` })
      .optional()
      .describe(
        'Also returns the text without its entities, each replaced by `[TYPE]` (`type`), by `*` of equal length (`mask`), or by `[PERSON_1]`, the same for the same entity (`pseudonym`)',
      ),
    allow: allowField
      .optional()
      .describe(
        'Phrases that are not entities, in exactly this spelling: an entity whose whole text is one of them is left out',
      ),
    deny: denyField
      .optional()
      .describe(
        'Phrases that always are entities, in exactly this spelling and as whole words: strings, which become `OTHER`, or `{"text", "type"}`. They replace entities that they overlap',
      ),
  })
  .superRefine(checkPhraseLists);

/** Result of `extract-entities`. */
export const extractEntitiesOutput = z.object({
  entities: z
    .array(
      z.object({
        text: z.string().describe('The entity as written in the text'),
        type: entityTypeField.describe('Category'),
        startIndex: z.int().min(0).describe('Start offset, 0-based, in UTF-16 code units'),
        endIndex: z.int().min(0).describe('End offset, exclusive'),
        confidence: z.number().min(0).max(1).describe('Probability that the entity is correct'),
        value: z
          .string()
          .optional()
          .describe('Normalized value: ISO 8601 date, ISO 4217 amount, E.164 phone number, and so on'),
        alternatives: z
          .array(z.string())
          .optional()
          .describe('Other readings of an ambiguous date, in the form of `value`'),
      }),
    )
    .describe('Entities in text order, without overlaps'),
  redacted: z.string().optional().describe('The text with its entities replaced as `redact` asks for'),
  mapping: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'The text that each pseudonym replaces, from which `redacted` can be restored exactly. Further spellings of an entity have the same number: `[PERSON_1.2]`',
    ),
  usage: usageField,
  language: detectedLanguageField,
  languages: languageRangesField,
  tokenCount: tokenCountField,
  warnings: warningsField
    .optional()
    .describe(
      '`unsupported_language` if names are not found in the language yet, `untested_language` if they were not measured in it',
    ),
});
