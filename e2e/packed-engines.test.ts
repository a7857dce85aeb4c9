import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packWorkspace, runNode } from '@quern/testing/packages/pack-workspace';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** `@quern/engines` as it would be published, in a folder of its own beside its dependencies. */
let folder: string;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-engines-'));
  files = await packWorkspace('engines', folder);
  const installed = resolve(import.meta.dirname, '../node_modules');
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name === '@quern' || name.startsWith('.')) continue;
    await symlink(join(installed, name), join(folder, 'node_modules', name));
  }
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('brings its data and models along, and no sources, tests or fixtures', () => {
  for (const file of ['trunk.onnx', 'names.onnx', 'feelings.onnx', 'embeddings.bin', 'vocabulary.bin'])
    expect(files).toContain(`dist/brain/model/${file}`);
  expect(files).toContain('dist/text/language-weights.data.json');
  expect(files.filter((file) => /fixtures|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
});

it('counts tokens, finds entities and tells sentiment from what was built', async () => {
  const text = 'Ada Lovelace wrote to charles@example.org on 10 December 2025. It was wonderful!';
  const program = `
    import { countTokens } from '@quern/text/tokens/count-tokens';
    import { extractEntities } from '@quern/nlp/entities/extract-entities';
    import { createEnginePool } from '../apps/server/src/engines/engine-pool.ts';
    const text = ${JSON.stringify(text)};
    const referenceDate = new Date(0);
    const pool = createEnginePool({ threads: 1 });
    const { analysis } = await pool.run('analyzeSentiment', { text });
    console.log(JSON.stringify({
      tokens: await countTokens(text),
      entities: await extractEntities({ text, language: 'en', referenceDate }),
      pooled: await pool.run('extractEntities', { text, referenceTimeMs: 0 }),
      sentiment: analysis.sentiment,
    }));
    await pool.close();`;
  await writeFile(join(folder, 'program.mjs'), program);
  const printed = JSON.parse(await runNode(folder, ['program.mjs'])) as {
    tokens: number;
    entities: { type: string; text: string }[];
    pooled: { entities: { type: string; text: string }[]; tokenCount: number };
    sentiment: string;
  };
  expect(printed.tokens).toBeGreaterThan(10);
  expect(printed.entities.map((entity) => entity.text)).toContain('charles@example.org');
  expect(printed.pooled.tokenCount).toBe(printed.tokens);
  expect(printed.pooled.entities.map(({ type, text: found }) => [type, found])).toEqual([
    ['PERSON', 'Ada Lovelace'],
    ['EMAIL', 'charles@example.org'],
    ['DATE', '10 December 2025'],
  ]);
  expect(printed.sentiment).toBe('positive');
});
