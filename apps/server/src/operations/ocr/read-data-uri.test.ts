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

/** The shortest of three tries, since a test machine may be busy. */
function quickest(work: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

describe('readDataUri', () => {
  it('gives back any bytes in base64, in the URL alphabet, without padding and broken into lines', () => {
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
  it('gives back any bytes in percent-encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const text = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        expect(Buffer.from(readDataUri(`data:,${text}`))).toEqual(Buffer.from(bytes));
      }),
    );
    expect(Buffer.from(readDataUri('data:,a%2Cb%2c')).toString()).toBe('a,b,');
  });
  it('refuses what is not base64, wherever it stands', () => {
    for (const data of ['A', 'AAAAA', 'AA!A', 'A=AA', 'AAA===', '!', 'QUJ*', 'AAAA\0', 'AA==AA==']) {
      expect([data, problemOf(`data:image/png;base64,${data}`)]).toEqual([
        data,
        expect.stringContaining('is not base64'),
      ]);
    }
    expect(problemOf('data:image/png;base64,QUJ\u0144')).toContain('outside ASCII');
  });
  it('refuses a broken percent-encoding, missing data, a missing comma and an endless type', () => {
    for (const data of ['%', '%4', 'a%zz', '%4g', '%\u0130\u0130']) {
      expect(problemOf(`data:,${data}`)).toMatch(/percent-encoding|outside ASCII/);
    }
    expect(problemOf('data:,')).toContain('no data');
    expect(problemOf('data:;base64,  ')).toContain('no data');
    expect(problemOf('data:;base64,=')).toContain('no data');
    expect(problemOf('data:image/png;base64')).toContain('no comma');
    expect(problemOf(`data:${';  '.repeat(1_000_000)},AAAA`)).toContain('over 1024');
  });
  it('takes and refuses 12 MB of anything in a fraction of a second', () => {
    const length = 12_000_000;
    const hostile = [
      `data:;base64,${'A'.repeat(length)}`,
      `data:;base64,${' '.repeat(length)}!`,
      `data:;base64,${'A '.repeat(length / 2)}`,
      `data:;base64,${'='.repeat(length)}`,
      `data:;base64,${'%41'.repeat(length / 3)}`,
      `data:,${'%41'.repeat(length / 3)}`,
      `data:,${'a'.repeat(length)}%`,
      `data:;base64,${'\u0144'.repeat(length / 2)}`,
    ];
    for (const uri of hostile) {
      expect(quickest(() => problemOf(uri))).toBeLessThan(5000);
    }
  });
});
