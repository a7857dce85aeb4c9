import { describe, expect, it } from 'vitest';
import { operations } from '../../operations/registry.ts';
import { findFileArgument, readToolInput } from './read-tool-input.ts';

function operationOf(name: string) {
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}
const [convert, summarize, sentiment] = ['convert', 'summarize', 'sentiment'].map(operationOf) as [
  ReturnType<typeof operationOf>,
  ReturnType<typeof operationOf>,
  ReturnType<typeof operationOf>,
];
const ignore = (): void => undefined;

describe('readToolInput', () => {
  it('decodes a file, and counts its bytes', () => {
    let counted = 0;
    const data = Buffer.from('ab\u{1F600}').toString('base64');
    const input = readToolInput(convert, { file: { name: 'a.txt', data }, pages: '1' }, (bytes) => {
      counted += bytes;
    });
    expect(input).toEqual({ files: [{ name: 'a.txt', bytes: Buffer.from('ab\u{1F600}') }], pages: '1' });
    expect(counted).toBe(6);
  });

  it('decodes several files, also with line breaks and without padding', () => {
    const files = [{ data: 'YW\r\nJj' }, { name: 'b', data: 'YQ' }];
    expect(readToolInput(summarize, { files }, ignore)).toEqual({
      files: [
        { name: 'file', bytes: Buffer.from('abc') },
        { name: 'b', bytes: Buffer.from('a') },
      ],
    });
  });

  it('passes other arguments on as they are', () => {
    const args = { text: 'a', file: 7 };
    expect(readToolInput(sentiment, args, ignore)).toBe(args);
    expect(readToolInput(convert, { url: 'http://a.example' }, ignore)).toEqual({ url: 'http://a.example' });
  });

  it.each([
    [{ data: 'a b c' }, 'data is not Base64'],
    [{ data: 'YW=Jj' }, 'data is not Base64'],
    [{ data: 7 }, 'must be the content as Base64'],
    [{ data: 'YQ==', path: '/etc/passwd' }, 'path'],
    ['YQ==', 'must be an object'],
    [null, 'must be an object'],
    [[], 'must be an object'],
  ])('rejects the file %j', (file, message) => {
    expect(() => readToolInput(convert, { file }, ignore)).toThrow(message);
  });

  it('rejects a file over the limit before it decodes it', () => {
    const bytesMax = findFileArgument(convert)?.bytesMax ?? 0;
    const data = 'A'.repeat(Math.ceil(((bytesMax + 1) * 4) / 3));
    const refuse = (): void => {
      throw new Error('was decoded');
    };
    expect(() => readToolInput(convert, { file: { data } }, refuse)).toThrow(/the maximum is \d+/);
  });
});
