import { documentFormats } from '@quern/documents/model/document-content';
import { z } from 'zod';
import {
  languagesField,
  pagesField,
  passwordField,
  tokenCountField,
  urlField,
  usageField,
  warningsField,
} from '../field-schemas.ts';
import { uploadField } from '../input-fields.ts';
import { fileSchema } from '../result-file.ts';

/** Maximum size of an uploaded file: 10 MiB. */
const fileBytesMax = 10_485_760;
const [chunkTokensMin, chunkTokensMax] = [16, 8192];
const chunkTokensRange = `must be an integer from ${chunkTokensMin} to ${chunkTokensMax}`;

/** Input of `convert`. */
export const convertInput = z
  .strictObject({
    url: urlField.optional().describe('URL of the document: http or https'),
    files: uploadField({ part: 'file', bytesMax: fileBytesMax, isSingle: true })
      .optional()
      .describe('Document to convert; at most 10 MiB (10,485,760 bytes)'),
    pages: pagesField
      .optional()
      .describe('Pages, slides, or sheets to convert, such as `1-3,5`; default: all'),
    ocr: z
      .enum(['auto', 'never', 'always'], { error: 'must be auto, never, or always' })
      .default('auto')
      .describe(
        'Which pages of PDFs are recognized like scans: those without usable text (`auto`), none (`never`), or all (`always`). Also in archives and messages',
      ),
    password: passwordField
      .optional()
      .describe('Password of an encrypted PDF, or Word, Excel, or PowerPoint file'),
    languages: languagesField
      .optional()
      .describe('Languages of the text of scans and images (BCP 47), as a hint; default: detected'),
    chunkTokens: z
      .int({ error: chunkTokensRange })
      .min(chunkTokensMin, { error: chunkTokensRange })
      .max(chunkTokensMax, { error: chunkTokensRange })
      .optional()
      .describe('Also returns the Markdown in chunks of at most this many tokens'),
    images: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .describe(
        'Also returns the pictures of the document as files. In the Markdown, each is at its place: `![description](image-1.png)`',
      ),
    output: z
      .enum(['markdown', 'pdf'], { error: 'must be markdown or pdf' })
      .default('markdown')
      .describe(
        'With `pdf`, the result also has a searchable PDF: the PDF, or the image as one, with the recognized text as an invisible layer on the pages without usable text. For PDFs and images',
      ),
  })
  .refine((input) => (input.url === undefined) !== (input.files === undefined), {
    error: 'exactly one of url and file is required',
  })
  .refine(({ output, ocr }) => output === 'markdown' || ocr === 'auto', {
    error: 'ocr: must be auto with output pdf, since pages with usable text stay as they are',
  });

const offsets = {
  startIndex: z.int().min(0).describe('Start offset in `markdown`, 0-based, in UTF-16 code units'),
  endIndex: z.int().min(0).describe('End offset, exclusive'),
};
const pageNumberField = z.int().min(1).describe('Number of the page, slide, or sheet, from 1');

const pageSchema = z.object({
  number: pageNumberField,
  ...offsets,
  width: z
    .number()
    .optional()
    .describe('Width of the page in points, of an image in pixels; absent if it has none'),
  height: z.number().optional().describe('Height of the page in points, of an image in pixels'),
  ocr: z.boolean().describe('Whether the text was recognized from an image of the page'),
});

const tableSchema = z.object({
  page: pageNumberField
    .optional()
    .describe('Page on which the table begins; absent in formats without pages'),
  ...offsets,
  rows: z
    .array(z.array(z.string()))
    .describe('Texts of the cells, by row; that of a merged cell is repeated in every place that it covers'),
});

const imageSchema = z.object({
  name: z
    .string()
    .describe('Name of the file, to which the Markdown refers; places of the same picture have the same'),
  page: pageNumberField.optional().describe('Page on which the picture is; absent in formats without pages'),
  box: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .optional()
    .describe('Place on the page in points, from its top left corner; for PDFs and presentations'),
  ...offsets,
  description: z.string().describe('Description that the document has for it; empty if it has none'),
  width: z.int().min(1).optional().describe('Width in pixels; absent if the file does not state it'),
  height: z.int().min(1).optional().describe('Height in pixels'),
  file: fileSchema,
});

const chunkSchema = z.object({
  ...offsets,
  tokenCount: z.int().min(0).describe('Number of tokens of the chunk (o200k_base encoding)'),
  headings: z.array(z.string()).describe('Headings of the sections around the chunk, the outermost first'),
  pages: z.array(pageNumberField).describe('Pages that the chunk is on'),
});

/** Result of `convert`. */
export const convertOutput = z.object({
  markdown: z.string().describe('The document as GitHub-flavored Markdown'),
  format: z.enum(documentFormats).describe('Format of the document, as detected from its content'),
  pages: z.array(pageSchema).describe('Converted pages, slides, or sheets; empty for formats without pages'),
  tables: z.array(tableSchema).describe('Tables; offsets refer to `markdown`'),
  metadata: z
    .object({
      title: z.string().describe('Stated title, else the first heading'),
      author: z.string(),
      createdAt: z.string().describe('RFC 3339'),
      modifiedAt: z.string().describe('RFC 3339'),
      language: z.string().describe('Language of the text (BCP 47); `und` if it cannot be determined'),
      pageCount: z
        .int()
        .nullable()
        .describe('Number of all pages, slides, or sheets; null for formats without pages'),
    })
    .describe('What the document states about itself; empty strings for what it does not state'),
  pdf: fileSchema
    .optional()
    .describe(
      'Searchable PDF, if `output` is `pdf`. It has all pages of a PDF, and those of a TIFF that were selected; an encrypted PDF keeps its password',
    ),
  images: z
    .array(imageSchema)
    .optional()
    .describe(
      'Pictures in the order of the Markdown, if `images` is true; offsets are those of `![description](name)`. The files are as in the document, those of PDFs JPEG or PNG',
    ),
  chunks: z.array(chunkSchema).optional().describe('Chunks of the Markdown, if `chunkTokens` was given'),
  warnings: warningsField.describe('Parts of the document that are missing in the result'),
  tokenCount: tokenCountField,
  usage: usageField,
});
