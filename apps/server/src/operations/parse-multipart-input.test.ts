import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { readInputFields } from './input-fields.ts';
import { operation as ocr } from './ocr/operation.ts';
import { parseMultipartInput } from './parse-multipart-input.ts';
import { operation } from './summarize/operation.ts';
import type { MultipartPart } from './uploaded-file.ts';

const parse = (parts: readonly MultipartPart[]) => parseMultipartInput(operation, parts);

const text = (name: string, value: string | Buffer, charset = 'utf-8'): MultipartPart => ({
  name,
  charset,
  bytes: Buffer.from(value),
});
const file = (name: string, value: string | Buffer, filename = 'a.txt'): MultipartPart => ({
  ...text(name, value),
  filename,
});
const tooMuch = Buffer.alloc(10_485_761, 'a');

function refusalOf(...parts: MultipartPart[]): string {
  try {
    parse(parts);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
  }
  return 'taken';
}

describe('parseMultipartInput', () => {
  it('reads a text with its options, and a file', () => {
    expect(parse([text('content', 'a'), text('maxLength', ' 40 '), text('targetLanguage', 'pt')])).toEqual({
      content: 'a',
      maxLength: 40,
      targetLanguage: 'pt',
    });
    expect(parse([file('file', 'b')])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.from('b') }],
    });
  });
  it('ignores 0.file and 1.file if content or file is present, even if they are too long, repeated, or text', () => {
    const ignored = [
      file('0.file', tooMuch),
      file('0.file', 'x'),
      text('1.file', tooMuch),
      file('1.file', '', ''),
    ];
    expect(parse([...ignored, text('content', 'a')])).toEqual({ content: 'a' });
    expect(parse([file('file', 'b'), ...ignored])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.from('b') }],
    });
  });
  it('reads indexed files in the order of their index, and the first of each name, if nothing else is present', () => {
    const parts = [file('10.file', 'c'), text('1.file', 'b'), file('0.file', 'a'), file('0.file', 'again')];
    const { files } = parse(parts) as { files: { bytes: Buffer }[] };
    expect(files.map(({ bytes }) => bytes.toString())).toEqual(['a', 'b', 'c']);
  });
  it('reads 0.file if content is empty, and rejects it if it is too long', () => {
    expect(parse([text('content', ''), file('0.file', 'a')])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.from('a') }],
    });
    expect(refusalOf(file('0.file', tooMuch))).toMatch(/^file_too_large: .*"0\.file" has more than 10485760/);
    expect(refusalOf(text('0.file', tooMuch))).toMatch(/^file_too_large/);
  });
  it('treats an unfilled file input next to content, and an empty content next to a file, as absent', () => {
    expect(parse([text('content', 'a'), file('file', '', ''), text('maxLength', '')])).toEqual({
      content: 'a',
    });
    expect(Object.keys(parse([text('content', ''), file('file', 'b')]))).toEqual(['files']);
    expect(parse([text('content', ''), file('file', '', '')])).toEqual({ content: '' });
  });
  it('keeps a file that has a name but no bytes', () => {
    expect(parse([file('file', '')])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.alloc(0) }],
    });
  });
  it('rejects a repeated part, a text in place of a file, and a file in place of a text', () => {
    expect(refusalOf(text('content', 'a'), text('content', 'b'))).toContain('"content" is sent twice');
    expect(refusalOf(text('file', 'a'))).toContain('file: must be a file part');
    expect(refusalOf(file('content', 'a'))).toContain('content: must be a text part');
  });
  it('rejects a text of more than 10,485,760 bytes as file_too_large', () => {
    expect(refusalOf(text('content', tooMuch))).toMatch(/^file_too_large: the part "content"/);
  });
  it('decodes a text in its declared charset, and rejects unknown charsets and invalid bytes', () => {
    expect(parse([text('content', Buffer.from([0xe9]), 'iso-8859-1')])).toEqual({
      content: 'é',
    });
    const { files } = parse([text('0.file', Buffer.from([0xe9]), 'latin1')]) as {
      files: { bytes: Buffer }[];
    };
    expect(files[0]?.bytes.toString()).toBe('é');
    expect(refusalOf(text('content', Buffer.from([0x61, 0xff])))).toMatch(
      /^invalid_parameters: content: is not valid utf-8/,
    );
    expect(refusalOf(text('content', 'a', 'klingon'))).toContain('unknown charset "klingon"');
  });
  it('keeps a part named __proto__ as a field, which the schema then rejects', () => {
    expect(Object.keys(parse([text('__proto__', 'a')]))).toEqual(['__proto__']);
  });
  it('converts integers, numbers, and booleans, and leaves other text for the schema to reject', () => {
    const schema = z.object({ count: z.int(), ratio: z.number(), flag: z.boolean(), name: z.string() });
    const format = { inputFields: readInputFields(schema) };
    const read = (...values: readonly string[]) =>
      Object.values(
        parseMultipartInput(
          format,
          ['count', 'ratio', 'flag', 'name'].map((name, index) => text(name, values[index] ?? '')),
        ),
      );
    expect(read('4', '-0.5', 'true', '12')).toEqual([4, -0.5, true, '12']);
    expect(read('4.5', 'x', 'yes', 'true')).toEqual(['4.5', 'x', 'yes', 'true']);
  });
});

describe('parseMultipartInput for an operation with a list and a single file', () => {
  const parseOcr = (...parts: MultipartPart[]): unknown => {
    try {
      return parseMultipartInput(ocr, parts);
    } catch (error) {
      return error instanceof ServiceError ? `${error.code}: ${error.message}` : error;
    }
  };

  it('reads a list as JSON, separated by commas, and from several parts', () => {
    const expected = { languages: ['de', 'pt-BR'] };
    expect(parseOcr(text('languages', '["de", "pt-BR"]'))).toEqual(expected);
    expect(parseOcr(text('languages', ' de, pt-BR ,'))).toEqual(expected);
    expect(parseOcr(text('languages', 'de'), text('languages', 'pt-BR'))).toEqual(expected);
    expect(parseOcr(text('languages', ''))).toEqual({});
  });
  it('rejects a list that is malformed, a file, or too long', () => {
    expect(parseOcr(text('languages', '["de"'))).toMatch(
      /^invalid_parameters: languages: is not a JSON array/,
    );
    expect(parseOcr(file('languages', 'de'))).toMatch(/^invalid_parameters: languages: must be a text part/);
    expect(parseOcr(text('languages', ','.repeat(20_000)))).toMatch(
      /^invalid_parameters: languages: has more/,
    );
  });
  it('reads one file, and leaves indexed files to the schema, which rejects unknown fields', () => {
    expect(parseOcr(file('file', 'a', 'a.pdf'), text('pages', '5'))).toEqual({
      files: [{ name: 'a.pdf', bytes: Buffer.from('a') }],
      pages: '5',
    });
    expect(parseOcr(file('0.file', 'a'))).toEqual({ '0.file': 'a file' });
    expect(parseOcr(file('file', 'a'), file('file', 'b'))).toMatch(/"file" is sent twice/);
  });
});
