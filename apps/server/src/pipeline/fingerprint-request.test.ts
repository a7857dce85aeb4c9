import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { fingerprintRequest } from './fingerprint-request.ts';

const file = new Uint8Array(1_000_000).fill(7);

describe('fingerprintRequest', () => {
  it('is equal for equal files in other memory, and different for other content, names or fields', async () => {
    const request = { file: { name: 'a.pdf', bytes: file }, pages: '1' };
    const expected = await fingerprintRequest(request);
    const copy = { file: { name: 'a.pdf', bytes: Uint8Array.from(file) }, pages: '1' };
    expect(await fingerprintRequest(copy)).toBe(expected);
    const changed = Uint8Array.from(file).fill(8, 999_999);
    for (const other of [
      { ...request, file: { name: 'a.pdf', bytes: changed } },
      { ...request, file: { name: 'b.pdf', bytes: file } },
      { ...request, pages: '2' },
    ])
      expect(await fingerprintRequest(other)).not.toBe(expected);
  });

  it('does not change between versions: stored keys are compared with it', async () => {
    const fileHash = createHash('sha256').update(file).digest('hex');
    const text = JSON.stringify({ files: [{ bytes: { sha256: fileHash } }], text: 'a' });
    expect(await fingerprintRequest({ files: [{ bytes: file }], text: 'a' })).toBe(
      createHash('sha256').update(text).digest('hex'),
    );
  });

  it('hashes files outside the event loop', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    await fingerprintRequest({ file });
    expect(digest).toHaveBeenCalledExactlyOnceWith('SHA-256', file);
    digest.mockRestore();
  });
});
