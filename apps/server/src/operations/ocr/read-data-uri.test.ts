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

/** Best CPU time of three runs in microseconds, at least 1 ms. */
function measureCpu(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.max(1000, Math.min(...times));
}

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
  it('takes time proportional to the length of the URI, whether it is valid or not', { retry: 2 }, () => {
    const hostile = (length: number): readonly (readonly [uri: string, problem: RegExp])[] => [
      [`data:;base64,${'A'.repeat(length)}`, /^none$/],
      [`data:;base64,${' '.repeat(length)}!`, /not base64/],
      [`data:;base64,${'A '.repeat(length / 2)}`, /^none$/],
      [`data:;base64,${'='.repeat(length)}`, /not base64/],
      [`data:;base64,${'%41'.repeat(length / 4)}`, /^none$/],
      [`data:,${'%41'.repeat(length / 4)}`, /^none$/],
      [`data:,${'a'.repeat(length)}%`, /percent-encoding/],
      [`data:;base64,${'\u0144'.repeat(length / 2)}`, /non-ASCII/],
    ];
    const large = hostile(6_400_000);
    for (const [index, [uri, problem]] of hostile(800_000).entries()) {
      const [largeUri = ''] = large[index] ?? [];
      expect([problemOf(uri), problemOf(largeUri)]).toEqual([
        expect.stringMatching(problem),
        expect.stringMatching(problem),
      ]);
      // Eight times the length: quadratic time would be 64 times as much.
      expect(measureCpu(() => problemOf(largeUri)) / measureCpu(() => problemOf(uri))).toBeLessThan(24);
    }
  });
});
