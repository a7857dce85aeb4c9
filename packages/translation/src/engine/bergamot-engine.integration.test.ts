import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BergamotEngine, type ModelFiles } from './bergamot-engine.ts';

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

const sentence = { text: 'The river is small.', isHtml: false };
const translation = 'O rio é pequeno.';

describe.skipIf(!existsSync(modelsDir))('BergamotEngine (needs ../shared)', () => {
  it('evicts the least recently used model and rejects translations with it', async () => {
    const engine = await BergamotEngine.load(2);
    engine.addModel('enpt', filesOf('enpt'));
    engine.addModel('pten', filesOf('pten'));
    expect(engine.translate([sentence], ['enpt'])).toEqual([translation]);
    engine.addModel('another', filesOf('pten'));
    expect(engine.loadedModelKeys).toEqual(['enpt', 'another']);
    expect(() => engine.translate([{ text: 'Olá.', isHtml: false }], ['pten'])).toThrow('pten');
  });

  it('reuses the memory of evicted models', async () => {
    const engine = await BergamotEngine.load(2);
    const files = filesOf('enpt');
    const memory: number[] = [];
    for (let round = 0; round < 12; round++) {
      engine.addModel(`enpt-${round}`, files);
      expect(engine.translate([sentence], [`enpt-${round}`])).toEqual([translation]);
      memory.push(engine.memoryBytes);
    }
    // Each model takes 400 MB: without eviction, five would fill the memory of 2 GB.
    expect(memory[11]).toBe(memory[7]);
  });

  it('translates through a pivot language with two models', async () => {
    const engine = await BergamotEngine.load(2);
    engine.addModel('enpt', filesOf('enpt'));
    engine.addModel('pten', filesOf('pten'));
    expect(engine.translate([sentence], ['enpt', 'pten'])[0]).toMatch(/river is small/i);
  });

  it('keeps the tags of HTML around the words that translate those inside them', async () => {
    const engine = await BergamotEngine.load(2);
    engine.addModel('enpt', filesOf('enpt'));
    const text = 'This is <b id="0">very important</b> to know.';
    expect(engine.translate([{ text, isHtml: true }], ['enpt'])[0]).toContain(
      '<b id="0">muito importante</b>',
    );
  });
});
