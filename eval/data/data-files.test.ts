import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { DataFiles } from './data-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-data-files-'));
writeFileSync(join(folder, 'a'), 'one');
writeFileSync(join(folder, 'b'), 'two');
writeFileSync(join(folder, 'rows.jsonl.gz'), gzipSync('{"n":1}\n{"n":2}\n'));
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (...files: string[]): string => {
  const data = new DataFiles(folder);
  for (const file of files) data.read(file);
  return data.hash();
};

describe('DataFiles', () => {
  it('hashes the files that were read, in any order and each once', () => {
    expect(hashOf('a', 'b')).toBe(hashOf('b', 'a', 'b'));
    expect(hashOf('a')).not.toBe(hashOf('b'));
    expect(hashOf('a', 'b')).not.toBe(hashOf('a'));
  });

  it('parses the rows of a gzipped JSON Lines file', () => {
    expect(new DataFiles(folder).readRows('rows', (row) => row)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('names the file that does not exist', () => {
    expect(() => new DataFiles(folder).read('missing')).toThrow(join(folder, 'missing'));
  });
});
