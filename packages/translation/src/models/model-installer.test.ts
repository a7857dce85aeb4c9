import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchBytes, ModelDownloader } from './model-downloader.ts';
import { ModelInstaller } from './model-installer.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const registry = Buffer.from(
  JSON.stringify({
    baseUrl: 'https://a.example',
    models: {
      'en-pt': [
        {
          architecture: 'tiny',
          releaseStatus: 'Release',
          sourceLanguage: 'en',
          targetLanguage: 'pt',
          files: {
            model: { path: 'model.enpt.bin' },
            lexicalShortlist: { path: 'lex.enpt.bin' },
            vocab: { path: 'vocab.enpt.spm' },
          },
        },
      ],
    },
  }),
);

/** An installer whose downloads of files wait for `fetchFile`. */
function createInstaller(fetchFile: FetchBytes) {
  const modelsDir = mkdtempSync(join(tmpdir(), 'models-'));
  folders.push(modelsDir);
  const fetchBytes: FetchBytes = async (url, options) =>
    url.endsWith('models.json') ? registry : fetchFile(url, options);
  const downloader = new ModelDownloader({
    modelsDir,
    registryUrl: 'https://a.example/models.json',
    offline: false,
    fetchBytes,
  });
  return { modelsDir, installer: new ModelInstaller(modelsDir, downloader) };
}

describe('ModelInstaller', () => {
  it('downloads a model once for two requests', async () => {
    const urls: string[] = [];
    const { modelsDir, installer } = createInstaller(async (url) => {
      urls.push(url);
      return Buffer.from('bytes');
    });
    await Promise.all([installer.install('en', 'pt'), installer.install('en', 'pt')]);
    expect(urls).toHaveLength(3);
    expect(readdirSync(join(modelsDir, 'en-pt'))).toEqual([
      'checksums.json',
      'lex.enpt.bin',
      'model.enpt.bin',
      'vocab.enpt.spm',
    ]);
  });

  it('rejects an aborted request that waits for the installation of another one', async () => {
    const download = Promise.withResolvers<Uint8Array>();
    const { installer } = createInstaller(() => download.promise);
    const first = installer.install('en', 'pt');
    const controller = new AbortController();
    const second = installer.install('en', 'pt', { signal: controller.signal });
    controller.abort(new Error('client gone'));
    await expect(second).rejects.toThrow('client gone');
    download.resolve(Buffer.from('bytes'));
    await first;
  });

  it('installs the model for a waiting request when the first one is aborted', async () => {
    const controller = new AbortController();
    let attempts = 0;
    const { modelsDir, installer } = createInstaller(async (_url, { signal }) => {
      attempts += 1;
      if (attempts === 1) controller.abort(new Error('client gone'));
      signal?.throwIfAborted();
      return Buffer.from('bytes');
    });
    const first = installer.install('en', 'pt', { signal: controller.signal });
    const second = installer.install('en', 'pt');
    await expect(first).rejects.toThrow('client gone');
    await second;
    expect(readdirSync(modelsDir)).toContain('en-pt');
  });
});
