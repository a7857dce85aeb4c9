import { z } from 'zod';
import {
  languageField,
  passwordField,
  sentenceSchema,
  textLanguageField,
  tokenCountField,
  usageField,
} from '../field-schemas.ts';
import { uploadField } from '../input-fields.ts';

/** Maximum size of an uploaded file, and of `content` in UTF-8: 10 MiB. */
export const contentBytesMax = 10_485_760;

const contentField = z.string().superRefine((value, context) => {
  // The number of UTF-16 units is a lower bound of the number of bytes, and much cheaper to get.
  if (value.length > contentBytesMax || Buffer.byteLength(value) > contentBytesMax) {
    const message = `must have at most ${contentBytesMax} bytes`;
    context.addIssue({ code: 'custom', message, params: { code: 'file_too_large' } });
  } else if (!/\S/.test(value)) {
    context.addIssue({ code: 'custom', message: 'must not be empty or blank' });
  }
});

const lengthRange = 'must be an integer of at least 1';

/** Input of `summarize`. */
export const summarizeInput = z
  .strictObject({
    content: contentField.optional().describe('Text to summarize; at most 10 MiB (10,485,760 bytes)'),
    files: uploadField({ part: 'file', bytesMax: contentBytesMax })
      .optional()
      .describe(
        'Document to summarize: PDF (scanned or not), DOCX, TXT, and the other formats of `convert`; at most 10 MiB (10,485,760 bytes)',
      ),
    password: passwordField
      .optional()
      .describe('Password of an encrypted PDF, or Word, Excel, or PowerPoint file in `file`'),
    language: textLanguageField.optional(),
    targetLanguage: languageField
      .optional()
      .describe('Language of the summary (BCP 47 tag or English name); default: the language of the text'),
    maxLength: z
      .int({ error: lengthRange })
      .min(1, { error: lengthRange })
      .optional()
      .describe('Maximum length of the summary, in UTF-16 code units'),
    style: z
      .enum(['extractive', 'abstractive', 'auto'])
      .default('auto')
      .describe(
        'How the summary is made: `extractive` selects sentences of the text; `abstractive` has a language model write it and checks each sentence against the text; `auto` is `abstractive` if the service has a language model',
      ),
  })
  .refine((input) => (input.content === undefined) !== (input.files === undefined), {
    error: 'exactly one of content and file is required',
  });

/** Validated input of `summarize`. */
export type SummarizeInput = z.output<typeof summarizeInput>;

/** Result of `summarize`. */
export const summarizeOutput = z.object({
  summary: z.string().describe('The summary'),
  sentences: z
    .array(
      sentenceSchema.extend({
        source: z
          .object({
            startIndex: z.int().min(0),
            endIndex: z.int().min(0),
            parts: z
              .array(z.object({ startIndex: z.int().min(0), endIndex: z.int().min(0) }))
              .optional()
              .describe('What was kept of the sentence, in order, if words in its middle were left out'),
          })
          .optional()
          .describe(
            'Position of the sentence in the text, or in the plain text of the file; there it may have markup and line breaks, and begin in lower case',
          ),
      }),
    )
    .describe('Sentences of the summary; offsets refer to `summary`'),
  usage: usageField,
  originalLanguage: z
    .string()
    .describe('Language of the text (BCP 47), as given or detected; `und` if it cannot be determined'),
  targetLanguage: z.string().describe('Language of the summary'),
  tokenCount: tokenCountField,
  truncated: z.boolean().describe('Whether `maxLength` removed or shortened a sentence'),
  engine: z
    .string()
    .describe(
      'Methods that created the summary: `abstractive`, or `extractive`, followed by that of the translation as in `extractive+bergamot`',
    ),
  sections: z
    .array(
      z.object({
        heading: z.string().describe('Empty for the text before the first heading'),
        startIndex: z.int().min(0).describe('Start of its first sentence in the text'),
        endIndex: z.int().min(0).describe('End of its last sentence in the text'),
        sentences: z.int().min(0).describe('Number of its sentences'),
        selected: z.int().min(0).describe('Number of its sentences in the summary'),
      }),
    )
    .optional()
    .describe('Sections of the text, and how much of each an extractive summary contains; at most 200'),
  warnings: z
    .array(
      z.object({
        code: z.string().describe('Such as `language_model_unavailable`, in snake case'),
        message: z.string(),
      }),
    )
    .optional()
    .describe('Why the summary is not as requested, such as a failure of the language model'),
  languageModelUsage: z
    .object({
      model: z.string().describe('Name of the model'),
      requests: z.int().min(0).describe('Responses of the model'),
      promptTokens: z.int().min(0),
      completionTokens: z.int().min(0).describe('Generated tokens, with those of reasoning'),
      reasoningTokens: z.int().min(0).describe('Generated tokens that the endpoint reports as reasoning'),
      isEstimated: z
        .boolean()
        .describe('Whether some were counted here, since the endpoint did not report them'),
    })
    .optional()
    .describe('Tokens that the language model used for this request; they are not charged'),
});
