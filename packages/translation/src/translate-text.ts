import type { Progress } from '@quern/runtime/progress';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type { TextFormat } from './blocks/inline-token.ts';
import type { MarkedText } from './blocks/marked-text.ts';
import type { EngineName, SentenceTranslator } from './llm/with-llm-fallback.ts';
import type { AssembledTranslation, AssemblyInput, TranslatedSentence } from './plan/assemble-translation.ts';
import type { TranslationPlan } from './plan/plan-translation.ts';
import { translateSentences } from './sentences/translate-sentences.ts';
import { downloadShare } from './translator.ts';

/** A text to translate, with its plan. */
export interface TranslateTextRequest {
  readonly source: string;
  readonly format: TextFormat;
  /** The plan that `planTranslation` made of `source`. */
  readonly plan: TranslationPlan;
  /** BCP 47 tags. */
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly caller?: WorkCaller | undefined;
}

/** A translated text. */
export interface TextTranslation {
  readonly translation: string;
  /** In order; their offsets refer to `translation`. */
  readonly sentences: TranslatedSentence[];
  /** Language of the translation. */
  readonly language: string;
  readonly engine: EngineName;
  /** Number of sentences that were left as they are, because their markup could not be kept otherwise. */
  readonly untranslatedCount: number;
}

/** Runs `assembleTranslation`, such as in a worker thread. */
export type Assemble = (input: AssemblyInput) => Promise<AssembledTranslation>;

/**
 * Translates a text sentence by sentence. Everything between sentences is copied. If the markup of a Markdown block would
 * be read differently after its translation, its sentences are translated in parts that keep the order of the markup, and
 * if that does not help either, the block is copied.
 *
 * @throws TranslationError when no engine can translate; the signal's reason when aborted
 */
export async function translateText(
  request: TranslateTextRequest,
  translator: Pick<SentenceTranslator, 'open'>,
  assemble: Assemble,
): Promise<TextTranslation> {
  const { source, format, plan, from, to, signal, progress, caller } = request;
  const opened = await translator.open({ from, to, signal, progress, caller });
  const start = opened.hasDownloaded ? downloadShare : 0;
  // Documents have versions, sizes and codes; in prose, the form of the target language is right.
  const numbers = format === 'markdown' ? 'exact' : 'localized';
  const total = plan.sentences.length;
  let done = 0;
  const translated: (MarkedText | undefined)[] = await translateSentences(
    plan.sentences.map(({ marked }) => marked),
    opened.translate,
    {
      from: opened.from,
      numbers,
      onTranslated: (count) => {
        done += count;
        progress(start + (1 - start) * (done / total), `translated ${done} of ${total} sentences`);
      },
    },
  );
  const assembleAll = () => assemble({ source, format, plan, translated });
  const replace = async (
    blocks: readonly number[],
    translate: (sentences: MarkedText[]) => Promise<readonly (MarkedText | undefined)[]>,
  ) => {
    const damaged = new Set(blocks);
    const indices = [...plan.sentences.keys()].filter((index) =>
      damaged.has(plan.sentences[index]?.block ?? -1),
    );
    const sentences = indices.flatMap((index) => plan.sentences[index]?.marked ?? []);
    const results = await translate(sentences);
    for (const [order, index] of indices.entries()) translated[index] = results[order];
    return indices.length;
  };
  let assembled = await assembleAll();
  let untranslatedCount = 0;
  if (assembled.damagedBlocks.length > 0) {
    await replace(assembled.damagedBlocks, (sentences) =>
      translateSentences(sentences, opened.translate, {
        from: opened.from,
        isDivided: true,
        numbers,
      }),
    );
    assembled = await assembleAll();
  }
  if (assembled.damagedBlocks.length > 0) {
    untranslatedCount = await replace(assembled.damagedBlocks, async () => []);
    assembled = await assembleAll();
  }
  const { translation, sentences } = assembled;
  return { translation, sentences, language: opened.language, engine: opened.engine, untranslatedCount };
}
