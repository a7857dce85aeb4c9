import { z } from 'zod';
import { imageUrlField, sentenceSchema, tokenCountField, usageField } from '../field-schemas.ts';

export const ocrInput = z.strictObject({
  imageUrl: imageUrlField.describe('URL of the image: http, https, or a data: URI'),
});

export const ocrOutput = z.object({
  text: z.object({
    description: z.string().describe('All text of the image; lines and reading order kept'),
    sentences: z.array(sentenceSchema).describe('Its sentences; offsets index into `description`'),
    lines: z
      .array(
        z.object({
          text: z.string(),
          startIndex: z.int().min(0),
          endIndex: z.int().min(0),
          box: z
            .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
            .describe('Pixels'),
          confidence: z.number().min(0).max(1),
        }),
      )
      .describe('Its lines, with boxes and confidence'),
  }),
  usage: usageField,
  tokenCount: tokenCountField,
  width: z.int().min(0).describe('Pixels'),
  height: z.int().min(0).describe('Pixels'),
  rotation: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .describe('Degrees the image was turned by'),
  languages: z.array(z.string()).describe('Languages it was read in, BCP 47'),
  confidence: z.number().min(0).max(1),
});

export const ocrExample = {
  input: { imageUrl: 'https://example.com/receipt.png' },
  output: {
    text: {
      description: 'Hello world.',
      sentences: [{ text: 'Hello world.', startIndex: 0, endIndex: 12 }],
      lines: [
        {
          text: 'Hello world.',
          startIndex: 0,
          endIndex: 12,
          box: { x: 8, y: 8, width: 120, height: 20 },
          confidence: 0.96,
        },
      ],
    },
    usage: 1,
    tokenCount: 3,
    width: 200,
    height: 60,
    rotation: 0,
    languages: ['en'],
    confidence: 0.96,
  },
};
