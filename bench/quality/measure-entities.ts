/**
 * PERSON, ORGANIZATION, LOCATION against annotated sets: exact spans and types, per type and micro F1.
 * `node --conditions=source bench/quality/measure-entities.ts [sentences]`.
 */
import { extractEntities } from '@quern/engines/entities/extract-entities';
import { z } from 'zod';
import { readSet } from './read-set.ts';

const rowSchema = z.object({ tokens: z.array(z.string()), tags: z.array(z.string()), lang: z.string() });
type Row = z.infer<typeof rowSchema>;
const types = ['PERSON', 'ORGANIZATION', 'LOCATION'];
const sets = ['ewt', 'uner-pt', 'btc', 'wnut17'];
const count = Number(process.argv[2] ?? 2001);

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

function f1({ hit, found, gold }: Tally): string {
  return ((2 * hit) / Math.max(1, found + gold)).toFixed(3);
}

for (const set of sets) {
  const tallies = new Map(types.map((type): [string, Tally] => [type, { hit: 0, found: 0, gold: 0 }]));
  for (const row of readSet(`ner/${set}.dev`, (line) => rowSchema.parse(line)).slice(0, count)) {
    const { text, gold } = toText(row);
    for (const key of gold) {
      const tally = tallies.get(key.split('-')[2] ?? '');
      if (tally !== undefined) tally.gold += 1;
    }
    for (const { startIndex, endIndex, type } of await extractEntities({ text, language: row.lang })) {
      const tally = tallies.get(type);
      if (tally === undefined) continue;
      tally.found += 1;
      if (gold.has(`${startIndex}-${endIndex}-${type}`)) tally.hit += 1;
    }
  }
  const all = { hit: 0, found: 0, gold: 0 };
  for (const tally of tallies.values()) {
    all.hit += tally.hit;
    all.found += tally.found;
    all.gold += tally.gold;
  }
  const each = [...tallies].map(([type, tally]) => `${type} ${f1(tally)}`).join('  ');
  const precision = (all.hit / Math.max(1, all.found)).toFixed(3);
  const recall = (all.hit / Math.max(1, all.gold)).toFixed(3);
  console.log(`${set.padEnd(8)} ${each}  micro ${f1(all)} (precision ${precision}, recall ${recall})`);
}
