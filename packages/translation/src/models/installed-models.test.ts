import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listInstalledModels } from './installed-models.ts';

const modelsDir = mkdtempSync(join(tmpdir(), 'models-'));
afterAll(() => rmSync(modelsDir, { recursive: true }));

function addFolder(name: string, files: readonly string[]): void {
  mkdirSync(join(modelsDir, name));
  for (const file of files) writeFileSync(join(modelsDir, name, file), '');
}

describe('listInstalledModels', () => {
  it('lists folders named by their pair and Mozilla bundles, and skips incomplete and hidden ones', async () => {
    const complete = ['model.enpt.bin', 'lex.enpt.bin', 'vocab.enpt.spm'];
    addFolder('en-pt', complete);
    addFolder('deen-1693087644', [
      'model.deen.bin.gz',
      'lex.deen.bin.gz',
      'srcvocab.deen.spm.gz',
      'trgvocab.deen.spm.gz',
    ]);
    addFolder('en-fr', ['model.enfr.bin']);
    addFolder('.installing-1', complete);
    const models = await listInstalledModels(modelsDir);
    expect([...models.keys()].sort()).toEqual(['de-en', 'en-pt']);
    expect(models.get('de-en')?.vocabularyPaths).toHaveLength(2);
  });

  it('returns no models for a folder that does not exist', async () => {
    expect((await listInstalledModels(join(modelsDir, 'missing'))).size).toBe(0);
  });
});
