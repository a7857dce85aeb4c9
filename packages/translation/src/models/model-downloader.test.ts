import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchBytes, ModelDownloader } from './model-downloader.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function createDownloader(fetchBytes: FetchBytes, registryUrl = 'https://mirror.example/models') {
  const modelsDir = mkdtempSync(join(tmpdir(), 'models-'));
  folders.push(modelsDir);
  return {
    modelsDir,
    downloader: new ModelDownloader({ modelsDir, registryUrl, offline: false, fetchBytes }),
  };
}

const registry = Buffer.from(JSON.stringify({ baseUrl: 'https://cdn.example/files', models: {} }));

describe('ModelDownloader', () => {
  it('looks for models.json in the folder of a mirror and in its db folder, and saves it', async () => {
    const urls: string[] = [];
    const { modelsDir, downloader } = createDownloader(async (url) => {
      urls.push(url);
      if (!url.includes('/db/')) throw new Error('not found');
      return registry;
    });
    await downloader.loadRegistry();
    await downloader.loadRegistry();
    expect(urls).toEqual([
      'https://mirror.example/models/models.json',
      'https://mirror.example/models/db/models.json',
    ]);
    expect(readdirSync(modelsDir)).toEqual(['models.json']);
  });

  it('downloads a file from the mirror before the address in the registry', async () => {
    const urls: string[] = [];
    const { downloader } = createDownloader(async (url) => {
      urls.push(url);
      if (url.endsWith('models.json')) return registry;
      if (url.startsWith('https://cdn.example/')) return Buffer.from('weights');
      throw new Error('not found');
    });
    const bytes = await downloader.download({ path: 'en-pt/model.bin' }, async (content) => content, {});
    expect(Buffer.from(bytes).toString()).toBe('weights');
    expect(urls.slice(1)).toEqual([
      'https://mirror.example/models/en-pt/model.bin',
      'https://cdn.example/files/en-pt/model.bin',
    ]);
  });

  it('tries no other address after an abort, whatever its reason, and throws that reason', async () => {
    const controller = new AbortController();
    const urls: string[] = [];
    const { downloader } = createDownloader(async (url) => {
      urls.push(url);
      controller.abort(new Error('client gone'));
      throw new Error('the connection was closed');
    });
    await expect(downloader.loadRegistry(controller.signal)).rejects.toThrow('client gone');
    expect(urls).toHaveLength(1);
  });
});
