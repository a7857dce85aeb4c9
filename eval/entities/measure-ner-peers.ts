/**
 * A peer of the size that people know for English names: the CRF of Stanford CoreNLP 4.5.10 (english.all.3class,
 * Finkel et al. 2005, trained on CoNLL-2003, MUC, ACE and more), on the same sentences, tokens as the sets have them, exact spans
 * and types. spaCy's models are on no package registry; its small English model was measured elsewhere at about 0.60 F1 on
 * unseen news where this one has more, so it is the harder peer.
 *
 * `node --conditions=source eval/entities/measure-ner-peers.ts <folder with stanford-corenlp-4.5.10.jar and -models.jar>`
 * (Maven Central, edu.stanford.nlp:stanford-corenlp:4.5.10 and its classifier `models`); needs Java.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readDataset } from '../read-dataset.ts';

const rowSchema = z.object({ tokens: z.array(z.string()), tags: z.array(z.string()) });
const types = ['PERSON', 'ORGANIZATION', 'LOCATION'];
const model = 'edu/stanford/nlp/models/ner/english.all.3class.distsim.crf.ser.gz';
const folder = process.argv[2] ?? '.';

/** Spans of plain labels (`PERSON`, `O`): neighbours of one type are one span, as this peer writes them. */
function spansOfPlain(labels: readonly string[]): Set<string> {
  const tags = labels.map((label, at) =>
    label === 'O' ? 'O' : `${labels[at - 1] === label ? 'I' : 'B'}-${label}`,
  );
  return spansOf(tags);
}

function spansOf(tags: readonly string[]): Set<string> {
  const spans = new Set<string>();
  for (let at = 0; at < tags.length; ) {
    const type = tags[at]?.slice(2) ?? '';
    let end = at + 1;
    if (tags[at]?.startsWith('B-')) {
      while (tags[end] === `I-${type}`) end += 1;
      if (types.includes(type)) spans.add(`${at}-${end}-${type}`);
    }
    at = end;
  }
  return spans;
}

const work = mkdtempSync(join(tmpdir(), 'name-peers-'));
const jars = ['stanford-corenlp-4.5.10.jar', 'stanford-corenlp-4.5.10-models.jar'].map((jar) =>
  join(folder, jar),
);
const results: Record<string, object> = {};
for (const set of ['ewt.dev', 'wnut17.test', 'btc.dev']) {
  const rows = readDataset(`ner/${set}`, (line) => rowSchema.parse(line));
  const file = join(work, `${set}.tsv`);
  const lines = rows.map(({ tokens }) =>
    tokens.map((token) => `${token.replace(/\s/gu, '') || '_'}\tO\n`).join(''),
  );
  writeFileSync(file, lines.join('\n'));
  const options = ['-loadClassifier', model, '-testFile', file, '-map', 'word=0,answer=1'];
  const run = spawnSync(
    'java',
    ['-Xmx3g', '-cp', jars.join(':'), 'edu.stanford.nlp.ie.crf.CRFClassifier', ...options],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (run.status !== 0) throw new Error(`The peer failed: ${run.stderr.slice(-2000)}`);
  const told = run.stdout.trim().split(/\n\s*\n/);
  if (told.length !== rows.length)
    throw new Error(`The peer answered ${told.length} of ${rows.length} sentences.`);
  let [hit, found, gold] = [0, 0, 0];
  for (const [at, row] of rows.entries()) {
    const theirs = spansOfPlain((told[at] ?? '').split('\n').map((line) => line.split('\t')[2] ?? 'O'));
    const right = spansOf(row.tags);
    hit += [...theirs].filter((span) => right.has(span)).length;
    found += theirs.size;
    gold += right.size;
  }
  const f1 = Number(((2 * hit) / (found + gold)).toFixed(3));
  results[set] = { sentences: rows.length, f1 };
  console.log(`${set.padEnd(12)} CoreNLP 3class ${f1.toFixed(3)}`);
}
writeFileSync(new URL('../results/ner-peers.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
