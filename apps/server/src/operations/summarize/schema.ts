import { parseTargetLanguage } from '@quern/translation/parse-target-language';
import { z } from 'zod';
import { sentenceSchema, tokenCountField, usageField } from '../field-schemas.ts';

/** An uploaded file may have so many bytes, and `content` as many in UTF-8, not one more. */
export const contentBytesMax = 10_485_760;

const contentField = z.string().superRefine((value, context) => {
  const problem = (message: string, code: 'file_too_large' | 'invalid_parameters'): void =>
    context.addIssue({ code: 'custom', message, params: { code } });
  if (value.length > contentBytesMax || Buffer.byteLength(value) > contentBytesMax) {
    problem(`may have ${contentBytesMax} bytes at most`, 'file_too_large');
  } else if (!/\S/.test(value)) {
    problem('must not be empty or blank', 'invalid_parameters');
  }
});

/** Longer than any tag or name of a language. */
const languageLengthMax = 100;

const targetLanguageField = z.string().transform((value, context) => {
  const parsed = value.length > languageLengthMax ? undefined : parseTargetLanguage(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({
    code: 'custom',
    message: 'is not a language; use a BCP 47 tag such as pt, pt-BR or zh-Hant, or its English name',
    params: { code: 'unsupported_language' },
    input: value,
  });
  return z.NEVER;
});

const fileSchema = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

export const summarizeInput = z
  .strictObject({
    content: contentField.optional().describe('Text to summarize'),
    files: z.array(fileSchema).min(1).optional().describe('Files to summarize as one document'),
    targetLanguage: targetLanguageField
      .optional()
      .describe('Language of the summary (BCP 47); default: that of the text'),
    maxLength: z
      .int({ error: 'must be an integer of 1 or more' })
      .min(1, { error: 'must be an integer of 1 or more' })
      .optional()
      .describe('Most characters (UTF-16 units) of the summary'),
  })
  .refine((input) => (input.content === undefined) !== (input.files === undefined), {
    error: 'exactly one of content and file must be given',
  })
  // In JSON there are no files, so that content must be there.
  .meta({ required: ['content'] });

export const summarizeMultipart = {
  type: 'object',
  properties: {
    content: { type: 'string', description: 'Text to summarize' },
    file: {
      type: 'string',
      format: 'binary',
      description: 'PDF, DOCX or TXT; 10 MB (10,485,760 bytes) at most',
    },
    targetLanguage: {
      type: 'string',
      description: 'Language of the summary (BCP 47); default: that of the text',
    },
    maxLength: { type: 'integer', minimum: 1, description: 'Most characters (UTF-16 units) of the summary' },
    '0.file': {
      type: 'string',
      format: 'binary',
      description: 'Taken when neither content nor file is there',
    },
    '1.file': { type: 'string', format: 'binary', description: 'As 0.file; several are one document' },
  },
  oneOf: [
    { required: ['content'], not: { required: ['file'] } },
    { required: ['file'], not: { required: ['content'] } },
    {
      anyOf: [{ required: ['0.file'] }, { required: ['1.file'] }],
      not: { anyOf: [{ required: ['content'] }, { required: ['file'] }] },
    },
  ],
};

export const summarizeOutput = z.object({
  summary: z.string().describe('The summary'),
  sentences: z
    .array(
      sentenceSchema.extend({
        source: z
          .object({ startIndex: z.int().min(0), endIndex: z.int().min(0) })
          .optional()
          .describe('Where the sentence stands in the text that was summarized'),
      }),
    )
    .describe('Sentences of the summary; offsets index into `summary`'),
  usage: usageField,
  originalLanguage: z.string().describe('Detected language of the text (BCP 47), `und` if it cannot be told'),
  targetLanguage: z.string().describe('Language of the summary'),
  tokenCount: tokenCountField,
  truncated: z.boolean().describe('Whether `maxLength` left out or cut a sentence'),
  engine: z.string().describe('What made it'),
});

export const summarizeExample = {
  input: { content: 'A long article …', targetLanguage: 'pt', maxLength: 400 },
  output: {
    summary: 'Um resumo.',
    sentences: [{ text: 'Um resumo.', startIndex: 0, endIndex: 10 }],
    usage: 2,
    originalLanguage: 'en',
    targetLanguage: 'pt',
    tokenCount: 812,
    truncated: false,
    engine: 'extractive+bergamot',
  },
};
