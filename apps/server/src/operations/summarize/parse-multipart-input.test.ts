import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/service-error.ts';
import type { MultipartPart } from '../define-operation.ts';
import { parseMultipartInput } from './parse-multipart-input.ts';

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
    parseMultipartInput(parts);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
  }
  return 'taken';
}

describe('fromMultipart', () => {
  it('takes a text with its options, and a file', () => {
    expect(
      parseMultipartInput([text('content', 'a'), text('maxLength', ' 40 '), text('targetLanguage', 'pt')]),
    ).toEqual({
      content: 'a',
      maxLength: 40,
      targetLanguage: 'pt',
    });
    expect(parseMultipartInput([file('file', 'b')])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.from('b') }],
    });
  });
  it('passes over 0.file and 1.file next to content or file, even too long, repeated or as text', () => {
    const ignored = [
      file('0.file', tooMuch),
      file('0.file', 'x'),
      text('1.file', tooMuch),
      file('1.file', '', ''),
    ];
    expect(parseMultipartInput([...ignored, text('content', 'a')])).toEqual({ content: 'a' });
    expect(parseMultipartInput([file('file', 'b'), ...ignored])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.from('b') }],
    });
  });
  it('takes indexed files alone as one document in the order of their index, the first of each name', () => {
    const parts = [file('10.file', 'c'), text('1.file', 'b'), file('0.file', 'a'), file('0.file', 'again')];
    const { files } = parseMultipartInput(parts) as { files: { bytes: Buffer }[] };
    expect(files.map(({ bytes }) => bytes.toString())).toEqual(['a', 'b', 'c']);
  });
  it('takes 0.file next to an empty content, and refuses it alone when it is too long', () => {
    expect(parseMultipartInput([text('content', ''), file('0.file', 'a')])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.from('a') }],
    });
    expect(refusalOf(file('0.file', tooMuch))).toMatch(/^file_too_large: .*"0\.file" has over 10485760/);
    expect(refusalOf(text('0.file', tooMuch))).toMatch(/^file_too_large/);
  });
  it('counts an unfilled file input next to content, and an empty content next to a file, as not given', () => {
    expect(parseMultipartInput([text('content', 'a'), file('file', '', ''), text('maxLength', '')])).toEqual({
      content: 'a',
    });
    expect(Object.keys(parseMultipartInput([text('content', ''), file('file', 'b')]))).toEqual(['files']);
    expect(parseMultipartInput([text('content', ''), file('file', '', '')])).toEqual({ content: '' });
  });
  it('keeps a file with a name and no bytes: it is empty, not absent', () => {
    expect(parseMultipartInput([file('file', '')])).toEqual({
      files: [{ name: 'a.txt', bytes: Buffer.alloc(0) }],
    });
  });
  it('refuses a part that comes twice, a text for a file and a file for a text', () => {
    expect(refusalOf(text('content', 'a'), text('content', 'b'))).toContain('"content" comes twice');
    expect(refusalOf(text('file', 'a'))).toContain('file: must be a file part');
    expect(refusalOf(file('content', 'a'))).toContain('content: must be a text part');
  });
  it('refuses text over 10,485,760 bytes as file_too_large', () => {
    expect(refusalOf(text('content', tooMuch))).toMatch(/^file_too_large: the part "content"/);
  });
  it('honours the charset of a text, and refuses one that is unknown or broken', () => {
    expect(parseMultipartInput([text('content', Buffer.from([0xe9]), 'iso-8859-1')])).toEqual({
      content: 'é',
    });
    const { files } = parseMultipartInput([text('0.file', Buffer.from([0xe9]), 'latin1')]) as {
      files: { bytes: Buffer }[];
    };
    expect(files[0]?.bytes.toString()).toBe('é');
    expect(refusalOf(text('content', Buffer.from([0x61, 0xff])))).toMatch(
      /^invalid_parameters: content: is not utf-8/,
    );
    expect(refusalOf(text('content', 'a', 'klingon'))).toContain('charset "klingon" is not known');
  });
  it('keeps __proto__ as a name of its own, for the check of fields to refuse', () => {
    expect(Object.keys(parseMultipartInput([text('__proto__', 'a')]))).toEqual(['__proto__']);
  });
});
