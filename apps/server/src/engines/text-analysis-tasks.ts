import type { Entity } from '@quern/nlp/entities/extract-entities';
import type { RedactedText, RedactionMode } from '@quern/nlp/entities/redaction/redact-entities';
import type { SelectEntitiesOptions } from '@quern/nlp/entities/selection/select-entities';
import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import type { TaskContext } from '@quern/runtime/pool/task';
import type { LanguageRange } from '@quern/text/language/detect-language-ranges';
import { requireSentimentSupport } from '../languages/language-support.ts';
import { countTokens, detectLanguage, detectRanges, type TextLanguages } from './text-properties.ts';

/** A text, and its language (BCP 47); undefined to detect it. */
export interface TextInput {
  readonly text: string;
  readonly language?: string | undefined;
}

/** A text whose entities are extracted. */
export interface ExtractEntitiesInput extends TextInput {
  /** Time of the day that relative dates refer to, in milliseconds since the epoch. */
  readonly referenceTimeMs: number;
  readonly selection?: SelectEntitiesOptions | undefined;
  /** How the selected entities are replaced; undefined for no redacted text. */
  readonly redact?: RedactionMode | undefined;
}

/** Languages and length of an analyzed text. */
export interface AnalyzedText extends TextLanguages {
  readonly tokenCount: number;
}

/** Entities of a text, and the text without them if it was asked for. */
export interface ExtractedEntities extends AnalyzedText, Partial<RedactedText> {
  readonly entities: readonly Entity[];
}

/** Extracts entities. */
export async function extractEntities(
  { text, language: given, referenceTimeMs, selection = {}, redact }: ExtractEntitiesInput,
  context: TaskContext,
): Promise<ExtractedEntities> {
  const [entities, { createEntityTagger }, { selectEntities }, { loadEncoder }] = await Promise.all([
    import('@quern/nlp/entities/extract-entities'),
    import('@quern/nlp/entities/names/entity-tagger'),
    import('@quern/nlp/entities/selection/select-entities'),
    import('@quern/nlp/encoder/load-encoder'),
  ]);
  const language = given ?? (await detectLanguage(text));
  const ranges = await detectRanges(text, given, context);
  const found = await entities.extractEntities({
    text,
    language,
    otherLanguages: byFrequency(ranges.languages ?? []),
    referenceDate: new Date(referenceTimeMs),
    tagEntities: createEntityTagger(await loadEncoder(), context),
    yieldIfDue: context.yieldIfDue,
  });
  const selected = selectEntities(text, found, selection);
  await context.yieldIfDue();
  const redaction = redact === undefined ? {} : await redactText(text, selected, redact);
  const tokenCount = await countTokens(text, context);
  return { entities: selected, ...redaction, language, ...ranges, tokenCount };
}

/** The languages of a text, the one with the most characters first. */
function byFrequency(ranges: readonly LanguageRange[]): string[] {
  const lengths = new Map<string, number>();
  for (const { language, startIndex, endIndex } of ranges)
    lengths.set(language, (lengths.get(language) ?? 0) + endIndex - startIndex);
  return [...lengths].sort((left, right) => right[1] - left[1]).map(([language]) => language);
}

async function redactText(
  text: string,
  entities: readonly Entity[],
  mode: RedactionMode,
): Promise<RedactedText> {
  const { redactEntities } = await import('@quern/nlp/entities/redaction/redact-entities');
  return redactEntities(text, entities, mode);
}

/**
 * Analyzes sentiment and emotions.
 *
 * @throws LanguageError if the model is no better than chance in the language of the text
 */
export async function analyzeSentiment(
  { text, language: given }: TextInput,
  context: TaskContext,
): Promise<AnalyzedText & { readonly analysis: SentimentAnalysis }> {
  const language = given ?? (await detectLanguage(text));
  requireSentimentSupport(language, given === undefined);
  const [sentiment, { createSentimentModel }, { loadEncoder }] = await Promise.all([
    import('@quern/nlp/sentiment/analyze-sentiment'),
    import('@quern/nlp/sentiment/sentiment-model'),
    import('@quern/nlp/encoder/load-encoder'),
  ]);
  const analysis = await sentiment.analyzeSentiment(
    { text, language },
    createSentimentModel(await loadEncoder(), context),
    context.yieldIfDue,
  );
  const ranges = await detectRanges(text, given, context);
  return { analysis, language, ...ranges, tokenCount: await countTokens(text, context) };
}
