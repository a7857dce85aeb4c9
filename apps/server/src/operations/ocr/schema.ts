import { z } from 'zod';
import {
  addInvalidUrl,
  findUrlProblem,
  languagesField,
  pagesField,
  passwordField,
  sentenceSchema,
  tokenCountField,
  usageField,
  warningsField,
} from '../field-schemas.ts';
import { uploadField } from '../input-fields.ts';
import { bodyBytesMax } from '../uploaded-file.ts';

/** Maximum size of an uploaded file: 10 MiB. */
const fileBytesMax = 10_485_760;

/** Returns whether a URL contains the image itself. */
export const isDataUri = (url: string): boolean => /^data:/i.test(url);

const imageUrlField = z
  .string()
  .superRefine((value, context) => {
    const problem = isDataUri(value) ? undefined : findUrlProblem(value);
    if (problem !== undefined) addInvalidUrl(context, value, problem);
  })
  // A URL that contains an image is as long as a body may be; others have at most 8,192 characters.
  .meta({ format: 'uri', minLength: 'data:,'.length, maxLength: bodyBytesMax });

/** Input of `ocr`. */
export const ocrInput = z
  .strictObject({
    imageUrl: imageUrlField.optional().describe('URL of the image or PDF: http, https, or a data: URI'),
    files: uploadField({ part: 'file', bytesMax: fileBytesMax, isSingle: true })
      .optional()
      .describe('Image or PDF to read; at most 10 MiB (10,485,760 bytes)'),
    pages: pagesField
      .optional()
      .describe('Pages of a PDF or TIFF to read, such as `1-3,5`; at most 100 pages; default: all'),
    password: passwordField.optional().describe('Password of an encrypted PDF'),
    languages: languagesField
      .optional()
      .describe('Languages of the text (BCP 47), as a hint; default: detected'),
  })
  .refine((input) => (input.imageUrl === undefined) !== (input.files === undefined), {
    error: 'exactly one of imageUrl and file is required',
  });

const offsets = {
  startIndex: z.int().min(0).describe('Start offset in `description`, 0-based, in UTF-16 code units'),
  endIndex: z.int().min(0).describe('End offset, exclusive'),
};
const confidenceField = z.number().min(0).max(1);
const pageNumberField = z.int().min(1).describe('Number of the page, from 1');
const boxField = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .describe('Bounding box, in pixels of the page');
const pointField = z.object({ x: z.number(), y: z.number() });
const widthField = z.int().min(0);
const rotationField = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

const wordSchema = z.object({ text: z.string(), ...offsets, box: boxField, confidence: confidenceField });

const lineSchema = z.object({
  text: z.string(),
  ...offsets,
  page: pageNumberField,
  box: boxField,
  quadrilateral: z
    .array(pointField)
    .length(4)
    .describe('Corners in pixels of the page, from the top left of the text clockwise'),
  confidence: confidenceField.describe('Expected share of correct characters'),
  words: z.array(wordSchema).describe('Words of the line'),
});

const tableSchema = z.object({
  page: pageNumberField,
  ...offsets,
  box: boxField,
  rows: z.array(z.array(z.string())).describe('Texts of the cells, by row'),
});

const pageSchema = z.object({
  number: pageNumberField,
  width: widthField.describe('Width of the page, in pixels'),
  height: widthField.describe('Height of the page, in pixels'),
  rotation: rotationField.describe('Clockwise rotation that makes the text upright, in degrees'),
  ...offsets,
  confidence: confidenceField.describe('Expected share of correct characters; 0 without text'),
});

/** Result of `ocr`. */
export const ocrOutput = z.object({
  text: z.object({
    description: z
      .string()
      .describe('Text in reading order, one line of text per line; empty if there is none'),
    sentences: z.array(sentenceSchema).describe('Sentences; offsets refer to `description`'),
    lines: z.array(lineSchema).describe('Lines with their positions; offsets refer to `description`'),
    tables: z.array(tableSchema).describe('Tables; offsets refer to `description`'),
  }),
  usage: usageField,
  tokenCount: tokenCountField,
  pages: z.array(pageSchema).describe('Pages that were read; an image is one page'),
  width: widthField.describe('Width of the first page, in pixels'),
  height: widthField.describe('Height of the first page, in pixels'),
  rotation: rotationField.describe('Rotation that makes the first page upright, in degrees'),
  languages: z.array(z.string()).describe('The given languages, else those detected (BCP 47)'),
  confidence: confidenceField.describe('Expected share of correct characters; 0 without text'),
  warnings: warningsField.describe('Parts that could not be read (`unreadable_text`)'),
});
