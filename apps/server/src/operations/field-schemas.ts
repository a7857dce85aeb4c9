import { z } from 'zod';

/** Fields that several operations have. Lengths and offsets are UTF-16 code units. */
const textLengthMax = 1_000_000;

export const textField = z
  .string()
  .max(textLengthMax, { error: `may have ${textLengthMax.toLocaleString('en')} UTF-16 units at most` })
  .refine((text) => /\S/.test(text), { error: 'must not be empty or blank' });

const urlLengthMax = 8192;

/** An absolute http(s) URL; the code of a wrong one is `invalid_url`. */
export const urlField = z.string().superRefine((value, context) => {
  const problem = judgeUrl(value);
  if (problem !== undefined) {
    context.addIssue({ code: 'custom', message: problem, params: { code: 'invalid_url' }, input: value });
  }
});

/** An absolute http(s) URL, or a data: URI. */
export const imageUrlField = z.string().superRefine((value, context) => {
  const problem = /^data:/i.test(value) ? undefined : judgeUrl(value);
  if (problem !== undefined) {
    context.addIssue({ code: 'custom', message: problem, params: { code: 'invalid_url' }, input: value });
  }
});

function judgeUrl(value: string): string | undefined {
  if (value.length > urlLengthMax) return `may have ${urlLengthMax} characters at most`;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(value.trim())) return 'must be an absolute URL, with http:// or https://';
  if (!URL.canParse(value)) return 'is not a valid URL';
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.hostname === '') return 'has no host';
  return undefined;
}

export const usageField = z.int().min(0).describe('Credits consumed');
export const tokenCountField = z.int().min(0).describe('Tokens of the processed text (o200k_base)');

export const sentenceSchema = z.object({
  text: z.string().describe('One sentence'),
  startIndex: z.int().min(0).describe('Where it starts, 0-based, in UTF-16 code units'),
  endIndex: z.int().min(0).describe('Where it ends, exclusive'),
});
