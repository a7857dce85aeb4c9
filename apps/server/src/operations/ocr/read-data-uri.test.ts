import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDataUri } from './read-data-uri.ts';

const problemOf = (uri: string): string => {
  try {
    readDataUri(uri);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
};

describe('readDataUri', () => {
  it('decodes base64 with and without padding, in the URL alphabet, and with line breaks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const spaced = base64.replace(/.{3}/g, (part) => `${part}\r\n `);
        const forms = [base64, base64.replace(/=/g, ''), Buffer.from(bytes).toString('base64url'), spaced];
        for (const form of [...forms, encodeURIComponent(base64)]) {
          expect(Buffer.from(readDataUri(`data:image/png;base64,${form}`))).toEqual(Buffer.from(bytes));
        }
      }),
    );
  });
  it('decodes percent-encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const text = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        expect(Buffer.from(readDataUri(`data:,${text}`))).toEqual(Buffer.from(bytes));
      }),
    );
    expect(Buffer.from(readDataUri('data:,a%2Cb%2c')).toString()).toBe('a,b,');
  });
  it('rejects characters that are not base64, at any position', () => {
    for (const data of ['A', 'AAAAA', 'AA!A', 'A=AA', 'AAA===', '!', 'QUJ*', 'AAAA\0', 'AA==AA==']) {
      expect([data, problemOf(`data:image/png;base64,${data}`)]).toEqual([
        data,
        expect.stringContaining('is not base64'),
      ]);
    }
    expect(problemOf('data:image/png;base64,QUJ\u0144')).toContain('non-ASCII');
  });
  it('rejects an invalid percent-encoding, missing data, a missing comma, and a media type that is too long', () => {
    for (const data of ['%', '%4', 'a%zz', '%4g', '%\u0130\u0130']) {
      expect(problemOf(`data:,${data}`)).toMatch(/percent-encoding|non-ASCII/);
    }
    expect(problemOf('data:,')).toContain('no data');
    expect(problemOf('data:;base64,  ')).toContain('no data');
    expect(problemOf('data:;base64,=')).toContain('no data');
    expect(problemOf('data:image/png;base64')).toContain('no comma');
    expect(problemOf(`data:${';  '.repeat(1_000_000)},AAAA`)).toContain('more than 1024');
  });
});
