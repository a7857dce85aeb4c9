/**
 * Names against annotated sets: exact spans and types, tokens joined by spaces, the types that each set annotates,
 * FACILITY counted as the LOCATION that these sets make of it. Beside the engine stand the rules and lists that it uses
 * without the model (compromise for English). `node --conditions=source eval/entities/measure-entities.ts [sentences]`
 * prints the table and writes eval/results/entities.json.
 */
import { writeFileSync } from 'node:fs';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import type { EntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { z } from 'zod';
import { readDataset } from '../read-dataset.ts';

const rowSchema = z.object({ tokens: z.array(z.string()), tags: z.array(z.string()), lang: z.string() });
type Row = z.infer<typeof rowSchema>;

const common = ['PERSON', 'ORGANIZATION', 'LOCATION'];
const emerging = [...common, 'PRODUCT', 'WORK_OF_ART'];
/** The tenths are those that training holds back. */
const sets: readonly { name: string; file: string; types: readonly string[]; tenth?: true }[] = [
  { name: 'EWT dev (en)', file: 'ewt.dev', types: common },
  { name: 'UNER pt dev', file: 'uner-pt.dev', types: common },
  { name: 'UNER sv dev', file: 'uner-sv.dev', types: common },
  { name: 'UNER da dev', file: 'uner-da.dev', types: common },
  { name: 'GermEval tenth (de)', file: 'germeval14-de.train', types: common, tenth: true },
  { name: 'WNUT17 test (en)', file: 'wnut17.test', types: emerging },
  { name: 'BTC dev (en)', file: 'btc.dev', types: common },
];
const count = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);

interface Tally {
  hit: number;
  found: number;
  gold: number;
}

/** Tokens joined by spaces, and the gold spans in that text as `start-end-type`. */
function toText(row: Row): { text: string; gold: Set<string> } {
  const gold = new Set<string>();
  let text = '';
  let open: { start: number; type: string } | undefined;
  const close = () => {
    if (open !== undefined) gold.add(`${open.start}-${text.length}-${open.type}`);
    open = undefined;
  };
  for (const [at, token] of row.tokens.entries()) {
    const tag = row.tags[at] ?? 'O';
    if (!tag.startsWith('I-')) close();
    const start = text === '' ? 0 : text.length + 1;
    if (tag.startsWith('B-')) open = { start, type: tag.slice(2) };
    text += text === '' ? token : ` ${token}`;
  }
  close();
  return { text, gold };
}

interface Judgement {
  readonly confidence: number;
  readonly hit: boolean;
}

/** Expected calibration error over 15 bins (Guo et al. 2017). */
function calibrationError(judgements: readonly Judgement[]): number {
  let error = 0;
  for (let bin = 0; bin < 15; bin += 1) {
    const inside = judgements.filter(({ confidence }) => Math.min(14, Math.floor(confidence * 15)) === bin);
    error += Math.abs(inside.reduce((sum, { confidence, hit }) => sum + Number(hit) - confidence, 0));
  }
  return Number((error / judgements.length).toFixed(3));
}

function f1({ hit, found, gold }: Tally): number {
  return Number(((2 * hit) / Math.max(1, found + gold)).toFixed(3));
}

async function measure(rows: readonly Row[], types: readonly string[], tagNames?: EntityTagger) {
  const judgements: Judgement[] = [];
  const tallies = new Map(types.map((type): [string, Tally] => [type, { hit: 0, found: 0, gold: 0 }]));
  for (const row of rows) {
    const { text, gold } = toText(row);
    for (const key of gold) {
      const tally = tallies.get(key.split('-')[2] ?? '');
      if (tally !== undefined) tally.gold += 1;
    }
    const tagger = tagNames === undefined ? {} : { tagEntities: tagNames };
    for (const entity of await extractEntities({ text, language: row.lang, ...tagger })) {
      const type = entity.type === 'FACILITY' ? 'LOCATION' : entity.type;
      const tally = tallies.get(type);
      if (tally === undefined) continue;
      tally.found += 1;
      const hit = gold.has(`${entity.startIndex}-${entity.endIndex}-${type}`);
      tally.hit += Number(hit);
      judgements.push({ confidence: entity.confidence, hit });
    }
  }
  const all = { hit: 0, found: 0, gold: 0 };
  for (const tally of tallies.values()) {
    all.hit += tally.hit;
    all.found += tally.found;
    all.gold += tally.gold;
  }
  return {
    judgements,
    all: f1(all),
    each: Object.fromEntries([...tallies].map(([type, tally]) => [type, f1(tally)])),
  };
}

const tagger = createEntityTagger(await loadEncoder());
const results: Record<string, unknown> = {};
for (const { name, file, types, tenth } of sets) {
  const all = readDataset(`ner/${file}`, (line) => rowSchema.parse(line));
  const rows = (tenth ? all.filter((_, at) => at % 10 === 9) : all).slice(0, count);
  const [engine, rules] = [await measure(rows, types, tagger), await measure(rows, types)];
  const error = calibrationError(engine.judgements);
  results[name] = {
    sentences: rows.length,
    engine: engine.all,
    each: engine.each,
    calibrationError: error,
    rules: rules.all,
  };
  const each = Object.entries(engine.each).map(([type, value]) => `${type} ${value.toFixed(3)}`);
  console.log(
    `${name.padEnd(20)} ${engine.all.toFixed(3)}  rules ${rules.all.toFixed(3)}  ECE ${error.toFixed(3)}  ${each.join('  ')}`,
  );
}
if (count === Number.POSITIVE_INFINITY)
  writeFileSync(
    new URL('../results/entities.json', import.meta.url),
    `${JSON.stringify(results, null, 2)}\n`,
  );
