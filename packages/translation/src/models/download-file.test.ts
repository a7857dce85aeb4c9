import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { discardPart, downloadFile, type OpenDownload, partPath } from './download-file.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  folders.push(folder);
  return folder;
}

const url = 'https://mirror.example/model.bin';
const content = Buffer.from('0123456789');

/** Sends the bytes from an offset, and fails after some of them. */
const serve =
  (offsets: number[], failsAfter = Infinity): OpenDownload =>
  async (_url, { offset }) => {
    offsets.push(offset);
    async function* chunks() {
      for (let index = offset; index < content.length; index++) {
        if (index - offset >= failsAfter) throw new Error('connection lost');
        yield content.subarray(index, index + 1);
      }
    }
    return { offset, totalBytes: content.length, chunks: chunks() };
  };

describe('downloadFile', () => {
  it('continues an interrupted download where it ended', async () => {
    const modelsDir = createFolder();
    const offsets: number[] = [];
    const seen: number[] = [];
    const options = { modelsDir, bytesMax: 100, onProgress: (fraction: number) => void seen.push(fraction) };
    await expect(downloadFile(url, serve(offsets, 4), options)).rejects.toThrow('connection lost');
    expect(await downloadFile(url, serve(offsets), options)).toEqual(content);
    expect(offsets).toEqual([0, 4]);
    expect([seen[3], seen.at(-1)]).toEqual([0.4, 1]);
    await discardPart(modelsDir, url);
    expect(existsSync(partPath(modelsDir, url))).toBe(false);
  });

  it('is not disturbed by another download that ends while it starts', async () => {
    const modelsDir = createFolder();
    const open: OpenDownload = async (requested, options) => {
      await discardPart(modelsDir, 'https://mirror.example/other.bin');
      return serve([])(requested, options);
    };
    expect(await downloadFile(url, open, { modelsDir, bytesMax: 100 })).toEqual(content);
  });

  it('starts again when the server ignores the offset', async () => {
    const modelsDir = createFolder();
    await expect(downloadFile(url, serve([], 4), { modelsDir, bytesMax: 100 })).rejects.toThrow();
    const whole: OpenDownload = (requested) => serve([])(requested, { offset: 0 });
    expect(await downloadFile(url, whole, { modelsDir, bytesMax: 100 })).toEqual(content);
  });

  it('returns a complete file that the server has nothing more of', async () => {
    const modelsDir = createFolder();
    await downloadFile(url, serve([]), { modelsDir, bytesMax: 100 });
    expect(await downloadFile(url, async () => undefined, { modelsDir, bytesMax: 100 })).toEqual(content);
  });

  it('rejects a file over the limit and one that ends early', async () => {
    await expect(downloadFile(url, serve([]), { modelsDir: createFolder(), bytesMax: 5 })).rejects.toThrow(
      RangeError,
    );
    const short: OpenDownload = async () => ({ offset: 0, totalBytes: 20, chunks: serveOnce() });
    async function* serveOnce() {
      yield content;
    }
    await expect(downloadFile(url, short, { modelsDir: createFolder(), bytesMax: 50 })).rejects.toThrow(
      '10 of 20',
    );
  });
});
