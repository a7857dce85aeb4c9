/**
 * Measures extractive summaries by ROUGE against summaries by people, next to other extractive methods that get the same
 * sentences and the same limit: the first sentences, TextRank as published, and TextRank, LexRank and LSA of sumy.
 * The limit is the length of the reference, the mean length if there are several. Also checks that no summary is longer
 * than its limit or empty, on texts of many kinds and languages.
 *
 *     node --conditions=source eval/summary/measure-summaries.ts --python PATH [--cache FOLDER] [--sets A,B] [--limit TEXTS]
 *
 * `--python` names an interpreter that has `systems/requirements.txt`. Rankings of the peers are kept in the `--cache`
 * folder, so that later runs do not need it. With `--limit` or `--sets` no result is written.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { DataFiles } from '../data/data-files.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { checkLimits } from './limits/check-limits.ts';
import { readLimitTexts } from './limits/limit-texts.ts';
import { describeGenres, describeSet } from './score/describe-scores.ts';
import { type ScoredText, scoreText } from './score/score-text.ts';
import { readSummaryTexts, type SummarySet, summarySets } from './sets/summary-sets.ts';
import { SumyRanker } from './systems/rank-with-sumy.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string' },
    limit: { type: 'string' },
  },
});
const cacheDir = values.cache ?? join(import.meta.dirname, '../../node_modules/.cache/quern-summary-eval');
const textsMax = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
const isComplete = values.limit === undefined && values.sets === undefined;
/** Texts of the data sets for the check of limits; texts of other languages are added to them. */
const limitTexts = 2000;

async function scoreSet(data: DataFiles, ranker: SumyRanker, set: SummarySet): Promise<ScoredText[]> {
  const texts = readSummaryTexts(data, set.file).slice(0, textsMax);
  const split = texts.map(({ text, language }) => ({
    language,
    sentences: splitSentences(text, language).map((sentence) => sentence.text),
  }));
  const rankings = await ranker.rank(split);
  const scored: ScoredText[] = [];
  for (const [index, text] of texts.entries()) {
    const sentences = split[index]?.sentences ?? [];
    const sumy = rankings[index];
    if (sumy !== undefined) scored.push(await scoreText({ text, sentences, sumy, maxLength: set.maxLength }));
  }
  return scored;
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const ranker = new SumyRanker(cacheDir, values.python);
  const wanted = values.sets?.split(',');
  const sets: Record<string, Figures> = {};
  const byGenre: ScoredText[] = [];
  for (const set of summarySets) {
    if (wanted !== undefined && !wanted.includes(set.name)) continue;
    const scored = await scoreSet(data, ranker, set);
    sets[set.name] = describeSet(scored);
    // The articles are those of another set.
    if (set.maxLength === undefined) byGenre.push(...scored);
    console.log(set.name, JSON.stringify(sets[set.name], null, 1));
  }
  const { genres, means } = describeGenres(byGenre);
  console.log(JSON.stringify({ genres, means }, null, 1));
  if (!isComplete) return;
  const limits = await checkLimits(readLimitTexts(data, limitTexts));
  console.log(limits);
  writeResult('summaries', {
    claim:
      'Extractive summaries: ROUGE F1 against summaries by people at their length, next to other methods',
    script: import.meta.filename,
    data,
    n: byGenre.length,
    versions: ranker.versions,
    figures: { sets, genres, means, limits: { ...limits } },
  });
}

await main();
