import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadBergamotEngine, type ModelFiles } from './bergamot-engine.ts';

const modelsDir = '../shared/data/translation/models';

function filesOf(pair: string): ModelFiles {
  const folder = readdirSync(modelsDir).find((name) => name.startsWith(pair)) ?? '';
  const files = readdirSync(join(modelsDir, folder));
  const read = (prefix: string) =>
    gunzipSync(readFileSync(join(modelsDir, folder, files.find((file) => file.startsWith(prefix)) ?? '')));
  return {
    model: read('model.'),
    shortlist: read('lex.'),
    vocabularies: [read('vocab.')],
    precision: 'int8shiftAlphaAll',
  };
}

describe.skipIf(!existsSync(modelsDir))('loadBergamotEngine (needs ../shared)', () => {
  it('frees the model used least recently, stays within its memory, and translates right afterwards', async () => {
    const engine = await loadBergamotEngine(2);
    const [there, back] = [filesOf('enpt'), filesOf('pten')];
    engine.addModel('there-0', there);
    engine.addModel('back-0', back);
    expect(engine.translate(['The house is small.'], ['there-0'])).toEqual(['A casa é pequena.']);
    engine.addModel('back-1', back);
    expect(engine.loadedModelKeys()).toEqual(['there-0', 'back-1']);
    expect(() => engine.translate(['Olá.'], ['back-0'])).toThrow('back-0');
    const memory: number[] = [];
    for (let round = 1; round <= 12; round++) {
      engine.addModel(`there-${round}`, there);
      expect(engine.translate(['The house is small.'], [`there-${round}`])).toEqual(['A casa é pequena.']);
      expect(engine.loadedModelKeys()).toHaveLength(2);
      memory.push(engine.memoryBytes());
    }
    // Each model takes 400 MB, so if they were kept the memory would be full (2 GB) after five.
    expect(memory[11]).toBe(memory[7]);
    engine.addModel('back-2', back);
    expect(engine.translate(['The house is small.'], ['there-12', 'back-2'])[0]).toMatch(/house is small/i);
  });
});
