import { parseTargetLanguage } from '@quern/translation/parse-target-language';
import { z } from 'zod';

/** Maximum length of a text, in UTF-16 code units. */
const textLengthMax = 1_000_000;

/** A text that is not blank, of at most 1,000,000 UTF-16 code units. */
export const textField = z
  .string()
  .max(textLengthMax, {
    error: `must have at most ${textLengthMax.toLocaleString('en')} UTF-16 code units`,
  })
  .refine((text) => /\S/.test(text), { error: 'must not be empty or blank' });

const urlLengthMax = 8192;
/** The shortest URLs have a host of one character: `http://a`. */
export const urlLengthMin = 'http://a'.length;

/** An absolute http or https URL. An invalid one has the error code `invalid_url`. */
export const urlField = z
  .string({ error: 'must be a string' })
  .superRefine((value, context) => {
    const problem = findUrlProblem(value);
    if (problem !== undefined) addInvalidUrl(context, value, problem);
  })
  // Documented only: an invalid length is an invalid URL.
  .meta({ format: 'uri', minLength: urlLengthMin, maxLength: urlLengthMax });

/** A URL of a result. */
export const resultUrlField = z.string().meta({ format: 'uri' });

/** Reports that the value of a field is not a usable URL. */
export function addInvalidUrl(context: z.RefinementCtx, value: string, message: string): void {
  context.addIssue({ code: 'custom', message, params: { code: 'invalid_url' }, input: value });
}

/** Returns why a text is not an absolute http or https URL; undefined if it is one. */
export function findUrlProblem(text: string): string | undefined {
  if (text.length > urlLengthMax) return `must have at most ${urlLengthMax} characters`;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text.trim())) return 'must be an absolute URL, with http:// or https://';
  if (!URL.canParse(text)) return 'is not a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must start with http:// or https://';
  // The URL standard parses `https:example.com` and removes tabs and line breaks within the protocol.
  if (!/^\s*https?:\/\//i.test(text)) return 'must start with http:// or https://';
  if (url.hostname === '') return 'has no host';
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; remove it';
  return undefined;
}

const pageSelectionLengthMax = 1000;
const pageRange = String.raw`\s*\d{1,6}\s*(?:-\s*(?:\d{1,6}\s*)?)?`;
const pageSelection = new RegExp(`^${pageRange}(?:,${pageRange})*$`);

/** A selection of pages, such as `1-3,5`. */
export const pagesField = z
  .string()
  .max(pageSelectionLengthMax)
  .regex(pageSelection, { error: 'must be a list of pages and ranges of pages, such as 1-3,5' });

const passwordLengthMax = 255;

/** Password of an encrypted file. Its value is in no error, log line or result. */
export const passwordField = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(passwordLengthMax, { error: `must have at most ${passwordLengthMax} characters` })
  .meta({ format: 'password' });

/** A BCP 47 tag in its canonical form. */
const languageTagField = z.string().transform((tag, context) => {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    if (canonical !== undefined) return canonical;
  } catch {
    // A malformed tag is reported below.
  }
  context.addIssue({ code: 'custom', message: 'is not a BCP 47 tag, such as en or zh-Hant', input: tag });
  return z.NEVER;
});

const languagesMax = 20;

/** Languages as a hint. */
export const languagesField = z.array(languageTagField).min(1).max(languagesMax);

/** Credits that a request cost. */
export const usageField = z.int().min(0).describe('Credits charged');
/** Tokens of the processed text. */
export const tokenCountField = z
  .int()
  .min(0)
  .describe('Number of tokens of the processed text (o200k_base encoding)');

/** A sentence and its position in a text of the result. */
export const sentenceSchema = z.object({
  text: z.string().describe('Text of the sentence'),
  startIndex: z.int().min(0).describe('Start offset, 0-based, in UTF-16 code units'),
  endIndex: z.int().min(0).describe('End offset, exclusive'),
});

/** Longer than any BCP 47 tag in use and any English name of a language. */
const languageLengthMax = 100;

function parseLanguage(value: string, context: z.RefinementCtx): string {
  const parsed = value.length > languageLengthMax ? undefined : parseTargetLanguage(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({
    code: 'custom',
    message:
      'is not a known language; use a BCP 47 tag such as pt, pt-BR, or zh-Hant, or the English name of a language',
    params: { code: 'unsupported_language' },
    input: value,
  });
  return z.NEVER;
}

const isAuto = (value: string): boolean => /^\s*auto\s*$/i.test(value);
const isUndetermined = (value: string): boolean => /^\s*und\s*$/i.test(value);

/** A language as a BCP 47 tag or an English name; becomes the canonical tag. */
export const languageField = z.string().transform(parseLanguage);

/** The language of a text, as a BCP 47 tag or an English name; becomes the canonical tag, or undefined for `auto`. */
export const sourceLanguageField = z
  .string()
  .transform((value, context) => (isAuto(value) ? undefined : parseLanguage(value, context)));

/** Like `sourceLanguageField`, and `und` for a text whose language is not to be considered. */
export const textLanguageField = z
  .string()
  .transform((value, context) => {
    if (isUndetermined(value)) return 'und';
    return isAuto(value) ? undefined : parseLanguage(value, context);
  })
  .describe(
    'Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected',
  );

/** A language of a result. */
export const detectedLanguageField = z
  .string()
  .describe('Language of the text (BCP 47), as given or detected; `und` if it cannot be determined');

/** Parts of a text by language, in results. */
export const languageRangesField = z
  .array(
    z.object({
      language: z.string().describe('BCP 47 tag'),
      startIndex: z.int().min(0).describe('Start offset, 0-based, in UTF-16 code units'),
      endIndex: z.int().min(0).describe('End offset, exclusive'),
    }),
  )
  .optional()
  .describe(
    'Parts of the text by language, in text order, without overlaps; several for a mixed text, none for one without words. Absent if `language` was given',
  );

/** Limitations of a result, by code. */
export const warningsField = z.array(z.object({ code: z.string(), message: z.string() }));
