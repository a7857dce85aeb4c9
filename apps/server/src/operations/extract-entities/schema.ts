import { entityTypes } from '@quern/nlp/entities/rules/entity-types';
import { z } from 'zod';
import { textField, tokenCountField, usageField } from '../field-schemas.ts';

/** Input of `extract-entities`. */
export const extractEntitiesInput = z.strictObject({
  text: textField.describe('Text to analyze; at most 1,000,000 UTF-16 code units'),
});

/** Result of `extract-entities`. */
export const extractEntitiesOutput = z.object({
  entities: z
    .array(
      z.object({
        text: z.string().describe('The entity as written in the text'),
        type: z.enum(entityTypes).describe('Category'),
        startIndex: z.int().min(0).describe('Start offset, 0-based, in UTF-16 code units'),
        endIndex: z.int().min(0).describe('End offset, exclusive'),
        confidence: z.number().min(0).max(1).describe('Probability that the entity is correct'),
        value: z
          .string()
          .optional()
          .describe('Normalized value: ISO 8601 date, ISO 4217 amount, E.164 phone number, and so on'),
      }),
    )
    .describe('Entities in text order, without overlaps'),
  usage: usageField,
  tokenCount: tokenCountField,
});
