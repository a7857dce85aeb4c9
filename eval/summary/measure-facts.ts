/**
 * Measures which key facts of a text (who decided what, how much, by when, results, warnings) a summary contains at several lengths, and whether it
 * names its subject, next to the first sentences, TextRank, LexRank and sentences chosen with knowledge of the facts.
 *
 *     node --conditions=source eval/summary/measure-facts.ts [--python PATH] [--before FOLDER] [--split tuned|untouched] [--print]
 *
 * `--python` names an interpreter that has `systems/requirements.txt`, for LexRank. `--before` names a checkout of another version, which is run
 * too. `--split` measures one half and writes no result, `--print` prints the summaries of that half with their missing facts.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { DataFiles } from '../data/data-files.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { describeFacts, nameOfLength, type SummarizedText, scoreSummaries } from './facts/describe-facts.ts';
import { type FactText, readFactTexts, type Split } from './facts/fact-texts.ts';
import { factLengths, type Summarizer, summarizeAll } from './facts/summarize-all.ts';
import { SumyRanker } from './systems/rank-with-sumy.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    before: { type: 'string' },
    split: { type: 'string' },
    print: { type: 'boolean' },
  },
});
const cacheDir = join(import.meta.dirname, '../../node_modules/.cache/quern-summary-eval');
const splits = (['tuned', 'untouched'] as const).filter((split) => (values.split ?? split) === split);

async function summarizeHalf(
  texts: readonly FactText[],
  ranker: SumyRanker | undefined,
  before: Summarizer | undefined,
): Promise<SummarizedText[]> {
  const split = texts.map(({ text, language }) => ({
    language,
    sentences: splitSentences(text, language).map((sentence) => sentence.text),
  }));
  const rankings = await ranker?.rank(split);
  const all: SummarizedText[] = [];
  for (const [index, text] of texts.entries())
    all.push(
      scoreSummaries(
        text,
        await summarizeAll(text, split[index]?.sentences ?? [], rankings?.[index]?.lexrank, before),
      ),
    );
  return all;
}

function describeGroups(texts: readonly SummarizedText[], groupOf: (text: FactText) => string): Figures {
  const groups = [...Map.groupBy(texts, ({ text }) => groupOf(text))].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    groups.map(([name, members]) => {
      const figures = describeFacts(members);
      const facts = factLengths.map((length) => {
        const ofLength = figures[nameOfLength(length)] as { quern: { facts: number } };
        return [nameOfLength(length), ofLength.quern.facts] as const;
      });
      return [name, { texts: members.length, ...Object.fromEntries(facts) }];
    }),
  );
}

function print({ text, summaries, scores }: SummarizedText): void {
  console.log(`\n=== ${text.id} (${text.genre}, ${text.language}, ${text.text.length} characters)`);
  for (const [at, { quern }] of summaries.entries()) {
    const { namesTopic = false, contained = [] } = scores[at]?.quern ?? {};
    const count = `${contained.filter(Boolean).length} of ${contained.length}`;
    console.log(`--- ${nameOfLength(factLengths[at])}: ${count}${namesTopic ? '' : ', no subject'}`);
    for (const sentence of quern.sentences) console.log(`  ${sentence.text}`);
    if (at < summaries.length - 1) continue;
    for (const [index, fact] of text.facts.entries())
      if (!contained[index]) console.log(`  MISSING (${fact.kind}) ${fact.statements[0]}`);
  }
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const ranker = values.python === undefined ? undefined : new SumyRanker(cacheDir, values.python);
  const before: { readonly summarizeText: Summarizer } | undefined =
    values.before &&
    (await import(resolve(values.before, 'packages/summary/src/extractive/summarize-text.ts')));
  const figures: Record<Split, Figures> = { tuned: {}, untouched: {} };
  let count = 0;
  for (const split of splits) {
    const texts = await summarizeHalf(readFactTexts(split, data), ranker, before?.summarizeText);
    count += texts.length;
    if (values.print) for (const text of texts) print(text);
    figures[split] = {
      ...describeFacts(texts),
      genres: describeGroups(texts, ({ genre }) => genre),
      languages: describeGroups(texts, ({ language }) => language),
    };
    console.log(split, JSON.stringify(figures[split], null, 1));
  }
  if (splits.length < 2) return;
  writeResult('summary-facts', {
    claim:
      'Key facts and subjects of texts in extractive summaries of several lengths, next to other methods',
    script: import.meta.filename,
    data,
    n: count,
    ...(ranker && { versions: ranker.versions }),
    figures,
  });
}

await main();
