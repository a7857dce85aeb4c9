import { z } from 'zod';
import {
  addInvalidUrl,
  findUrlProblem,
  sentenceSchema,
  tokenCountField,
  usageField,
} from '../field-schemas.ts';

/** Returns whether a URL contains the image itself. */
export const isDataUri = (url: string): boolean => /^data:/i.test(url);

const imageUrlField = z.string().superRefine((value, context) => {
  const problem = isDataUri(value) ? undefined : findUrlProblem(value);
  if (problem !== undefined) addInvalidUrl(context, value, problem);
});

/** Input of `ocr`. */
export const ocrInput = z.strictObject({
  imageUrl: imageUrlField.describe('URL of the image: http, https, or a data: URI'),
});

/** Result of `ocr`. */
export const ocrOutput = z.object({
  text: z.object({
    description: z.string().describe('Text of the image in reading order, one line of text per line'),
    sentences: z.array(sentenceSchema).describe('Sentences; offsets refer to `description`'),
    lines: z
      .array(
        z.object({
          text: z.string(),
          startIndex: z.int().min(0),
          endIndex: z.int().min(0),
          box: z
            .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
            .describe('Bounding box, in pixels'),
          confidence: z.number().min(0).max(1),
        }),
      )
      .describe('Lines with their bounding boxes; offsets refer to `description`'),
  }),
  usage: usageField,
  tokenCount: tokenCountField,
  width: z.int().min(0).describe('Width of the image, in pixels'),
  height: z.int().min(0).describe('Height of the image, in pixels'),
  rotation: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .describe('Rotation that was applied to the image, in degrees'),
  languages: z.array(z.string()).describe('Languages used for recognition (BCP 47)'),
  confidence: z.number().min(0).max(1).describe('Mean confidence of the text'),
});
