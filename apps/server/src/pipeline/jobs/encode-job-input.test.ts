import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredBody } from '../../storage/driver/stored-body.ts';
import { openStore } from '../../storage/open-store.ts';
import type { Store } from '../../storage/store.ts';
import { encodeJobInput, readJobInput } from './encode-job-input.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-job-input-'));
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: folder, onIdleError: console.error });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const { signal } = new AbortController();

async function save(raw: unknown): Promise<StoredBody> {
  const encoded = encodeJobInput(raw);
  if (typeof encoded === 'string') return { kind: 'inline', body: encoded };
  const staged = await store.results.stage(encoded);
  await store.results.save(staged, { accountId: 'acc_a', operation: 'convert' }, 1e15);
  return { kind: 'blob', digest: staged.digest };
}

describe('the stored input of a job', () => {
  it.each([
    ['an object', { text: 'a\u0000é\u{1f600}', list: [1, null, { deep: [] }], flag: false }],
    ['names that are special in JavaScript', JSON.parse('{"__proto__":{"a":1},"constructor":"b"}')],
    ['a value that is not an object, which the operation rejects', ['a']],
    ['lists that are empty or resemble files', { files: [], other: [{ name: 'a', bytes: 'b' }] }],
    ['a text of 100,000 characters', { text: 'ä'.repeat(100_000) }],
  ])('is the same after reading: %s', async (_, raw) => {
    expect(JSON.stringify(await readJobInput(await save(raw), store.results, signal))).toBe(
      JSON.stringify(raw),
    );
  });

  it('keeps files byte for byte, in order, with their names and the other fields', async () => {
    const files = [
      { name: 'ä.pdf', bytes: Uint8Array.from({ length: 70_000 }, (_, index) => index % 251) },
      { name: '', bytes: new Uint8Array(0) },
      { name: 'b', bytes: Buffer.from('b') },
    ];
    const read = await readJobInput(await save({ maxLength: 7, files }), store.results, signal);
    expect(read).toEqual({
      maxLength: 7,
      files: files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
    });
  });

  it('is kept in the row if it is short and has no files, otherwise in a blob', async () => {
    expect(await save({ text: 'short' })).toMatchObject({ kind: 'inline' });
    expect(await save({ text: 'x'.repeat(20_000) })).toMatchObject({ kind: 'blob' });
    expect(await save({ files: [{ name: 'a', bytes: Buffer.from('a') }] })).toMatchObject({ kind: 'blob' });
  });

  it('fails with not_found if its blob no longer exists', async () => {
    const missing = { kind: 'blob', digest: 'f'.repeat(64) } as const;
    await expect(readJobInput(missing, store.results, signal)).rejects.toMatchObject({ code: 'not_found' });
  });
});
