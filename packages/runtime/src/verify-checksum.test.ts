import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyChecksum, verifyContent } from './verify-checksum.ts';

const folder = mkdtempSync(join(tmpdir(), 'checksum-'));
afterAll(() => rmSync(folder, { recursive: true }));
const content = Buffer.from('weights');
const sha256 = createHash('sha256').update(content).digest('hex');
writeFileSync(join(folder, 'model.bin'), content);

describe('verifyChecksum', () => {
  it('returns the path of a file whose checksum is in the manifest', () => {
    const path = verifyChecksum(folder, 'model.bin', { files: { 'model.bin': { sha256 } } });
    expect(path).toBe(join(folder, 'model.bin'));
  });

  it('throws for another checksum and for a file that the manifest does not list', () => {
    const other = { files: { 'model.bin': { sha256: '0'.repeat(64) } } };
    expect(() => verifyChecksum(folder, 'model.bin', other)).toThrow('is not the file');
    expect(() => verifyChecksum(folder, 'model.bin', { files: {} })).toThrow('does not list model.bin');
  });
});

describe('verifyContent', () => {
  it('accepts bytes with the expected length and checksum, and any bytes without expectations', () => {
    expect(() => verifyContent(content, { bytes: 7, sha256 }, 'model.bin')).not.toThrow();
    expect(() => verifyContent(content, {}, 'model.bin')).not.toThrow();
  });

  it('throws for another length or checksum', () => {
    expect(() => verifyContent(content, { bytes: 8 }, 'model.bin')).toThrow('7 bytes instead of 8');
    expect(() => verifyContent(Buffer.from('damaged'), { sha256 }, 'model.bin')).toThrow('SHA-256');
  });
});
