import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOperations, operations } from './registry.ts';

describe('operations', () => {
  it('lists the operations of this folder by name', () => {
    expect(operations.map(({ name }) => name)).toEqual([
      'convert',
      'crawl',
      'extract-entities',
      'map',
      'ocr',
      'scrape',
      'sentiment',
      'summarize',
      'translate',
    ]);
  });
  it('names an existing primary input and an existing plain result in each operation', () => {
    for (const { examples, primaryInput = '', plainResult } of operations) {
      for (const { input, output } of examples) {
        expect(Object.keys(input)).toContain(primaryInput);
        const read = (value: unknown, name: string): unknown =>
          Object.entries(value ?? {}).find(([key]) => key === name)?.[1];
        if (plainResult !== undefined)
          expect(plainResult.split('|').map((path) => path.split('.').reduce(read, output))).toContainEqual(
            expect.anything(),
          );
      }
    }
  });
});

describe('loadOperations', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-operations-'));
    mkdirSync(join(folder, 'count'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (source: string): void => writeFileSync(join(folder, 'count/operation.ts'), source);

  it('rejects a folder without an operation module', async () => {
    await expect(loadOperations(folder)).rejects.toThrow(/count has no operation\.ts/);
  });
  it('rejects a module that cannot be loaded', async () => {
    write('throw new Error("broken");');
    await expect(loadOperations(folder)).rejects.toThrow(/operation\.ts cannot be loaded/);
  });
  it('rejects a module that exports no operation', async () => {
    write('export const operation = { name: "count" };');
    await expect(loadOperations(folder)).rejects.toThrow(/must export a const named operation/);
  });
  it('rejects an operation that is not named like its folder', async () => {
    write('export const operation = { name: "other", inputFields: [], parse: () => ({}) };');
    await expect(loadOperations(folder)).rejects.toThrow(/defines the operation "other"/);
  });
  it('ignores files next to the folders', async () => {
    write('export const operation = { name: "count", inputFields: [], parse: () => ({}) };');
    writeFileSync(join(folder, 'README.md'), '');
    expect((await loadOperations(folder)).map(({ name }) => name)).toEqual(['count']);
  });
});
