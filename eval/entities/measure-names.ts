/**
 * Measures names in everyday sentences of 16 languages: exact span and type, for the whole engine, over eight types. Half of the
 * sentences were never looked at while the engine was made.
 *
 *     node --conditions=source eval/entities/measure-names.ts [--list dev|test]
 *
 * `--list` prints the errors of a half and writes no result.
 */
import { join } from 'node:path';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { DataFiles } from '../data/data-files.ts';
import { SpanScore, type TypedSpan } from '../metrics/span-f1.ts';
import { type Figures, writeResult } from '../write-result.ts';
import {
  type NamedSentence,
  namedLanguages,
  nameTypes,
  readNamedSentences,
} from './names/named-sentences.ts';

interface FoundNames {
  readonly sentence: NamedSentence;
  readonly predicted: readonly TypedSpan[];
}

function scoreNames(found: readonly FoundNames[]): SpanScore {
  const score = new SpanScore(nameTypes);
  for (const { sentence, predicted } of found) score.add(predicted, sentence.spans);
  return score;
}

function figuresOf(found: readonly FoundNames[]): Figures {
  const score = scoreNames(found);
  const byLanguage = namedLanguages.map((language): [string, number] => [
    language,
    scoreNames(found.filter(({ sentence }) => sentence.language === language)).f1(),
  ]);
  return {
    names: score.goldCount(),
    f1: score.f1(),
    f1ByType: score.f1ByType(),
    byLanguage: Object.fromEntries(byLanguage),
  };
}

function printErrors(found: readonly FoundNames[]): void {
  for (const { sentence, predicted } of found) {
    const show = (spans: readonly TypedSpan[]) =>
      spans.map(({ startIndex, endIndex, type }) => `${type} ${sentence.text.slice(startIndex, endIndex)}`);
    const [gold, result] = [show(sentence.spans), show(predicted)];
    const missed = gold.filter((name) => !result.includes(name));
    const wrong = result.filter((name) => !gold.includes(name));
    if (missed.length + wrong.length > 0)
      console.log(
        `${sentence.id} ${sentence.text}\n  missed: ${missed.join('; ')}\n  wrong: ${wrong.join('; ')}`,
      );
  }
}

async function main(): Promise<void> {
  const [option, half] = process.argv.slice(2);
  const data = new DataFiles(join(import.meta.dirname, 'names'));
  const tagEntities = createEntityTagger(await loadEncoder());
  const found: FoundNames[] = [];
  for (const sentence of readNamedSentences(data)) {
    const entities = await extractEntities({ text: sentence.text, language: sentence.language, tagEntities });
    const predicted = entities.filter(({ type }) => nameTypes.some((name) => name === type));
    found.push({ sentence, predicted });
  }
  const halves = Map.groupBy(found, ({ sentence }) => sentence.split);
  if (option === '--list') {
    printErrors(found.filter(({ sentence }) => sentence.split === half));
    return;
  }
  const figures = { dev: figuresOf(halves.get('dev') ?? []), test: figuresOf(halves.get('test') ?? []) };
  console.log(JSON.stringify(figures, undefined, 1));
  writeResult('names', {
    claim: 'Names in everyday sentences of 16 languages: exact span and type',
    script: import.meta.filename,
    data,
    n: found.length,
    figures,
  });
}

await main();
