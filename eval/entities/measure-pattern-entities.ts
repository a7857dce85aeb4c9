/**
 * Measures pattern-based entities (dates, amounts, identifiers ...) on annotated sentences in 27 languages: exact
 * span and type, the share of correct values among the matched spans that have one, and the entities that cross the
 * end of a sentence. In the same run: libraries for such entities. The rules were tuned on the splits `dev` and `test`; `fresh` was written after them.
 *
 *     node --conditions=source eval/entities/measure-pattern-entities.ts [--errors SPLIT]
 *
 * `--errors` prints the errors on a split and writes no result.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Entity, extractEntities } from '@quern/nlp/entities/extract-entities';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { DataFiles } from '../data/data-files.ts';
import { SpanScore, spanKey, type TypedSpan } from '../metrics/span-f1.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { type Baseline, loadBaselines } from './pattern-entities/baselines.ts';
import {
  type GoldSentence,
  goldLanguages,
  type LabeledSpan,
  readGoldSentences,
  referenceDate,
} from './pattern-entities/gold-sentences.ts';
import { patternEntityTypes } from './pattern-entities/pattern-entity-types.ts';

const extract = ({ text, language }: GoldSentence) => extractEntities({ text, language, referenceDate });

/** Drops predictions that overlap an ambiguous span. */
function withoutIgnored<Span extends TypedSpan>(sentence: GoldSentence, spans: readonly Span[]): Span[] {
  return spans.filter((span) =>
    sentence.ignoredSpans.every(
      (ignored) => span.endIndex <= ignored.startIndex || ignored.endIndex <= span.startIndex,
    ),
  );
}

/** Entities in which a sentence ends, except addresses of several lines. */
function crossingSentenceEnds({ text, language }: GoldSentence, entities: readonly Entity[]): Entity[] {
  const ends = splitSentences(text, language).map((sentence) => sentence.endIndex);
  return entities.filter(({ type, startIndex, endIndex }) =>
    ends.some(
      (end) =>
        startIndex < end &&
        end < endIndex &&
        !(type === 'ADDRESS' && /^\s*[\n\r]/.test(text.slice(end, endIndex))),
    ),
  );
}

/** The share of correct values among the matched spans that have a value. */
class ValueScore {
  #withValue = 0;
  #correct = 0;

  add(predicted: readonly LabeledSpan[], gold: readonly LabeledSpan[]): void {
    const predictedByKey = new Map(predicted.map((span) => [spanKey(span), span]));
    for (const span of gold) {
      const match = predictedByKey.get(spanKey(span));
      if (match === undefined || span.value === undefined) continue;
      this.#withValue += 1;
      this.#correct += Number(match.value === span.value);
    }
  }

  get accuracy(): number {
    return this.#correct / Math.max(1, this.#withValue);
  }
}

async function measureSplit(sentences: readonly GoldSentence[]) {
  const all = new SpanScore(patternEntityTypes);
  const values = new ValueScore();
  const byLanguage = new Map(goldLanguages.map((language) => [language, new SpanScore(patternEntityTypes)]));
  let crossing = 0;
  for (const sentence of sentences) {
    const entities = await extract(sentence);
    crossing += crossingSentenceEnds(sentence, entities).length;
    const predicted = withoutIgnored(sentence, entities);
    all.add(predicted, sentence.spans);
    byLanguage.get(sentence.language.slice(0, 2))?.add(predicted, sentence.spans);
    values.add(predicted, sentence.spans);
  }
  return {
    sentences: sentences.length,
    spans: all.goldCount(),
    f1: all.f1(),
    f1ByLanguage: Object.fromEntries([...byLanguage].map(([language, score]) => [language, score.f1()])),
    f1ByType: all.f1ByType(),
    valueAccuracy: values.accuracy,
    crossingSentenceEnds: crossing,
  };
}

/** Scores a library and the engine on the library's types and languages. */
async function compare({ types, find }: Baseline, sentences: readonly GoldSentence[]): Promise<Figures> {
  const [theirs, ours] = [new SpanScore(types), new SpanScore(types)];
  let scored = 0;
  for (const sentence of sentences) {
    const spans = find(sentence.text, sentence.language);
    if (spans === undefined) continue;
    scored += 1;
    theirs.add(withoutIgnored(sentence, spans), sentence.spans);
    ours.add(withoutIgnored(sentence, await extract(sentence)), sentence.spans);
  }
  return { sentences: scored, spans: ours.goldCount(), f1: theirs.f1(), quernF1: ours.f1() };
}

async function printErrors(sentences: readonly GoldSentence[]): Promise<void> {
  for (const sentence of sentences) {
    const predicted = withoutIgnored(sentence, await extract(sentence));
    const describe = (span: LabeledSpan) =>
      `${span.type} "${sentence.text.slice(span.startIndex, span.endIndex)}" = ${span.value ?? ''}`;
    const [predictedLines, goldLines] = [predicted.map(describe), sentence.spans.map(describe)];
    const errors = [
      ...predictedLines.filter((line) => !goldLines.includes(line)).map((line) => `+ ${line}`),
      ...goldLines.filter((line) => !predictedLines.includes(line)).map((line) => `- ${line}`),
    ];
    if (errors.length > 0) console.log(`${sentence.language} ${sentence.text}\n  ${errors.join('\n  ')}`);
  }
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({ options: { errors: { type: 'string' } } });
  const data = new DataFiles(join(import.meta.dirname, 'pattern-entities'));
  const sentences = readGoldSentences(data);
  const splitOf = (split: string) => sentences.filter((sentence) => sentence.split === split);
  if (options.errors !== undefined) return printErrors(splitOf(options.errors));
  const [test, fresh] = [await measureSplit(splitOf('test')), await measureSplit(splitOf('fresh'))];
  const { baselines, versions } = await loadBaselines();
  const peers: Record<string, Figures> = {};
  for (const baseline of baselines) peers[baseline.name] = await compare(baseline, splitOf('test'));
  const figures = { splits: { test, fresh }, peers };
  console.log(JSON.stringify(figures, null, 2));
  writeResult('pattern-entities', {
    claim: 'Pattern-based entities: exact span, type and normalized value on annotated sentences',
    script: import.meta.filename,
    data,
    n: test.sentences + fresh.sentences,
    versions,
    figures,
  });
}

await main();
