/**
 * Measures named entities on annotated sets: exact span and type, micro F1 over the types that a set annotates,
 * tokens joined by spaces, FACILITY counted as LOCATION. In the same run: rules and gazetteers in place of the
 * encoder.
 *
 *     node --conditions=source eval/entities/measure-entities.ts [--limit SENTENCES]
 */
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { createRuleContext } from '@quern/nlp/entities/rules/rule-context';
import { findRuleBasedNames } from '../baselines/rule-based-names/find-rule-based-names.ts';
import { DataFiles } from '../data/data-files.ts';
import { calibrationError, type ScoredPrediction } from '../metrics/calibration-error.ts';
import { SpanScore, type TypedSpan } from '../metrics/span-f1.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { type AnnotatedSentence, annotatedSentenceSchema, toAnnotatedText } from './annotated-sentence.ts';
import { annotatedSets } from './annotated-sets.ts';

type EntityTagger = ReturnType<typeof createEntityTagger>;

interface PredictedSpan extends TypedSpan {
  readonly confidence: number;
}

/** Finds the entities of one sentence. */
type Predict = (text: string, language: string) => Promise<readonly PredictedSpan[]>;

/**
 * Scores the predictions on all sentences.
 *
 * @returns `score` over all annotated spans, and `scoreOfWords` without those that have no letter or digit: BTC
 *   annotates the `@` before a user name as a separate name
 */
async function evaluate(
  sentences: readonly AnnotatedSentence[],
  types: readonly string[],
  predict: Predict,
): Promise<{ score: SpanScore; scoreOfWords: SpanScore; predictions: ScoredPrediction[] }> {
  const score = new SpanScore(types);
  const scoreOfWords = new SpanScore(types);
  const predictions: ScoredPrediction[] = [];
  for (const sentence of sentences) {
    const { text, gold } = toAnnotatedText(sentence);
    const predicted = (await predict(text, sentence.lang))
      .map((span) => (span.type === 'FACILITY' ? { ...span, type: 'LOCATION' } : span))
      .filter(({ type }) => types.includes(type));
    const isCorrect = score.add(predicted, gold);
    scoreOfWords.add(
      predicted,
      gold.filter(({ startIndex, endIndex }) => /[\p{L}\p{N}]/u.test(text.slice(startIndex, endIndex))),
    );
    for (const [index, { confidence }] of predicted.entries())
      predictions.push({ confidence, isCorrect: isCorrect[index] ?? false });
  }
  return { score, scoreOfWords, predictions };
}

async function measureSet(
  sentences: readonly AnnotatedSentence[],
  types: readonly string[],
  tagEntities: EntityTagger,
): Promise<Figures & { readonly f1: number }> {
  const engine = await evaluate(sentences, types, (text, language) =>
    extractEntities({ text, language, tagEntities }),
  );
  const rules = await evaluate(sentences, types, (text, language) => {
    const context = createRuleContext({ language });
    return extractEntities({ text, language, tagEntities: () => findRuleBasedNames(text, context) });
  });
  return {
    sentences: sentences.length,
    spans: engine.score.goldCount(),
    spansWithoutWords: engine.score.goldCount() - engine.scoreOfWords.goldCount(),
    f1: engine.score.f1(),
    f1OfWords: engine.scoreOfWords.f1(),
    f1ByType: engine.score.f1ByType(),
    calibrationError: calibrationError(engine.predictions),
    rulesF1: rules.score.f1(),
  };
}

async function main(): Promise<void> {
  const limit = readLimit();
  const data = new DataFiles();
  const encoder = await loadEncoder();
  const tagEntities = createEntityTagger(encoder);
  const sets: Record<string, Figures> = {};
  let n = 0;
  for (const { name, file, types, isTenth } of annotatedSets) {
    const all = data.readRows(`ner/${file}`, (row) => annotatedSentenceSchema.parse(row));
    const sentences = (isTenth ? all.filter((_, index) => index % 10 === 9) : all).slice(0, limit);
    const figures = await measureSet(sentences, types, tagEntities);
    sets[name] = figures;
    n += sentences.length;
    console.log(name, figures);
  }
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('entities', {
      claim: 'Named entities: exact span and type on annotated sentences',
      script: import.meta.filename,
      data,
      n,
      figures: { sets },
    });
}

await main();
