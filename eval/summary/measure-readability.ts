/**
 * Checks the readability of summaries of 100 texts of many kinds, at the default length and two limits: glued titles,
 * remnants of markup, headers and time stamps, sentences that start inside a sentence or lack their context, fillers,
 * repetitions; where in the text the sentences are, and how many sections they cover. With `--out` everything is written
 * to one page to look at.
 *
 *     node --conditions=source eval/summary/measure-readability.ts [--out FILE.html] [--print DEFECT]
 *
 * `--print` prints the sentences with a defect, `--no-result` writes no result.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DataFiles } from '../data/data-files.ts';
import { mean, median } from '../metrics/statistics.ts';
import { splitWords } from '../metrics/word-f1.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { defects } from './readability/check-summary.ts';
import { collectTexts } from './readability/collect-texts.ts';
import { type CheckedText, renderPage } from './readability/render-page.ts';
import { lengthLimits, summarizeAndCheck } from './readability/summarize-and-check.ts';

/** Positions are measured in longer texts only. */
const longTextWords = 600;

const { values } = parseArgs({
  options: { out: { type: 'string' }, print: { type: 'string' }, 'no-result': { type: 'boolean' } },
});

/** Number of sentences with each defect, and of all sentences, at one length. */
function countDefects(texts: readonly CheckedText[], lengthIndex: number): Figures {
  const summaries = texts.flatMap(({ summaries: all }) => all[lengthIndex] ?? []);
  const found = summaries.flatMap((summary) => summary.defects);
  return {
    sentences: found.length,
    ...Object.fromEntries(
      defects.map((defect) => [defect, found.filter((list) => list.includes(defect)).length]),
    ),
    sentencesWithDefect: found.filter((list) => list.length > 0).length,
    summariesWithDefect: summaries.filter((summary) => summary.defects.some((list) => list.length > 0))
      .length,
    length: mean(summaries.map(({ summary }) => summary.length)),
  };
}

/** Positions and coverage in long texts at one length. */
function describePositions(texts: readonly CheckedText[], lengthIndex: number): Figures {
  const long = texts.filter(({ input }) => splitWords(input.text).length > longTextWords);
  const summaries = long.flatMap(({ summaries: all }) => all[lengthIndex] ?? []);
  return {
    texts: long.length,
    lastPositionMedian: median(summaries.map(({ lastPosition }) => lastPosition)),
    coverageMean: mean(summaries.map(({ coverage }) => coverage)),
  };
}

/** Shares of the sentences with a defect in summaries of the default length. */
function describeGenres(texts: readonly CheckedText[]): Figures {
  const byGenre = Map.groupBy(texts, ({ input }) => input.genre);
  return Object.fromEntries(
    [...byGenre].map(([genre, members]) => {
      const { sentences, sentencesWithDefect } = countDefects(members, 0);
      const { lastPositionMedian } = describePositions(members, 0);
      const last = Number.isFinite(lastPositionMedian) ? (lastPositionMedian ?? null) : null;
      return [
        genre,
        {
          texts: members.length,
          sentences: sentences ?? 0,
          sentencesWithDefect: sentencesWithDefect ?? 0,
          lastPositionMedian: last,
        },
      ];
    }),
  );
}

function printDefect(texts: readonly CheckedText[], wanted: string): void {
  for (const { input, summaries } of texts) {
    for (const { maxLength, sentences, defects: found } of summaries) {
      for (const [index, { text, source }] of sentences.entries()) {
        if (!found[index]?.some((defect) => defect === wanted)) continue;
        console.log(`${input.name} (${input.genre}, ${maxLength ?? 'default'}): ${JSON.stringify(text)}`);
        if (source !== undefined && wanted === 'startsInside')
          console.log(
            '   after',
            JSON.stringify(input.text.slice(Math.max(0, source.startIndex - 60), source.startIndex)),
          );
      }
    }
  }
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const texts: CheckedText[] = [];
  for (const input of await collectTexts(data))
    texts.push({ input, summaries: await summarizeAndCheck(input) });
  if (values.out !== undefined) writeFileSync(values.out, renderPage(texts));
  if (values.print !== undefined) printDefect(texts, values.print);
  const nameOf = (length: number | undefined) => (length === undefined ? 'default' : String(length));
  const byLength = Object.fromEntries(
    lengthLimits.map((length, index) => [nameOf(length), countDefects(texts, index)]),
  );
  const positions = Object.fromEntries(
    lengthLimits.map((length, index) => [nameOf(length), describePositions(texts, index)]),
  );
  const languages = new Set(texts.map(({ input }) => input.language)).size;
  const figures = { texts: texts.length, languages, byLength, positions, genres: describeGenres(texts) };
  console.log(JSON.stringify(figures, null, 1));
  if (values['no-result']) return;
  writeResult('summary-readability', {
    claim:
      'Readability of extractive summaries: sentences with defects, positions in the text, sections covered',
    script: import.meta.filename,
    data,
    n: texts.length,
    figures,
  });
}

await main();
// The reader of PDF files keeps threads.
process.exit();
