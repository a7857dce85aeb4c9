import { entityTypes } from '@quern/nlp/entities/entity-types';
import { z } from 'zod';
import { textField, tokenCountField, usageField } from '../field-schemas.ts';

export const extractEntitiesInput = z.strictObject({
  text: textField.describe('Text to find entities in; 1,000,000 UTF-16 units at most'),
});

export const extractEntitiesOutput = z.object({
  entities: z
    .array(
      z.object({
        text: z.string().describe('The entity as it stands in the text'),
        type: z.enum(entityTypes).describe('Its category'),
        startIndex: z.int().min(0).describe('Where it starts, 0-based, in UTF-16 code units'),
        endIndex: z.int().min(0).describe('Where it ends, exclusive'),
        confidence: z.number().min(0).max(1).describe('How sure it is'),
        value: z.string().optional().describe('Normalised: ISO 8601 date, ISO 4217 amount, E.164 number ...'),
      }),
    )
    .describe('In text order, without overlaps'),
  usage: usageField,
  tokenCount: tokenCountField,
});

export const extractEntitiesExample = {
  input: { text: 'Ada Lovelace paid €1,200.50 to Acme Ltd. in London on 10 December 2025.' },
  output: {
    entities: [
      { text: 'Ada Lovelace', type: 'PERSON', startIndex: 0, endIndex: 12, confidence: 0.8 },
      {
        text: '€1,200.50',
        type: 'MONEY',
        startIndex: 18,
        endIndex: 27,
        confidence: 0.97,
        value: 'EUR 1200.50',
      },
    ],
    usage: 1,
    tokenCount: 22,
  },
};
