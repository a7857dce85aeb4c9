import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import type { MarkedText } from '../blocks/marked-text.ts';
import type { EngineText, TranslateTexts } from './engine-text.ts';
import type { NumberStyle } from './keep-numbers.ts';
import { maskRulesFor } from './mask-placeholders.ts';
import { PreparedSentence, withoutRemarks } from './prepared-sentence.ts';

/** Sentences that are prepared at once: enough for full batches, few enough to keep the event loop responsive. */
const groupSize = 32;

/** How sentences are translated. */
export interface TranslateSentencesOptions {
  /** BCP 47 tag of the source language. */
  readonly from: string;
  /** Whether sentences are divided at their markup, so that it keeps its order. Default: false. */
  readonly isDivided?: boolean;
  /** Default: `localized`. */
  readonly numbers?: NumberStyle;
  /** Called when sentences are done, with their number. */
  readonly onTranslated?: (count: number) => void;
}

/**
 * Translates sentences without losing content: tokens that the engine cannot translate (symbols, emoji, URLs, other
 * scripts) and kept parts are unchanged, and markup moves with its words.
 *
 * @returns one translation per sentence
 */
export async function translateSentences(
  sentences: readonly MarkedText[],
  translate: TranslateTexts,
  options: TranslateSentencesOptions,
): Promise<MarkedText[]> {
  const groups: Promise<MarkedText[]>[] = [];
  for (let start = 0; start < sentences.length; start += groupSize) {
    const group = translateGroup(sentences.slice(start, start + groupSize), translate, options);
    // A failure is reported by the last await; until then it must not count as unhandled.
    group.catch(() => undefined);
    groups.push(group);
    await yieldIfDue();
  }
  return (await Promise.all(groups)).flat();
}

async function translateGroup(
  sentences: readonly MarkedText[],
  translate: TranslateTexts,
  { from, isDivided = false, numbers = 'localized', onTranslated }: TranslateSentencesOptions,
): Promise<MarkedText[]> {
  const rules = maskRulesFor(from);
  const prepare = (sentence: MarkedText, masksNumbers: boolean) =>
    new PreparedSentence(sentence, rules, numbers, masksNumbers);
  const results: (MarkedText | undefined)[] = sentences.map(() => undefined);
  const translateMissing = async (work: (missing: MarkedText[]) => Promise<(MarkedText | undefined)[]>) => {
    const indices = [...results.keys()].filter((index) => results[index] === undefined);
    if (indices.length === 0) return;
    const translated = await work(indices.flatMap((index) => sentences[index] ?? []));
    for (const [order, index] of indices.entries()) results[index] = translated[order];
    await yieldIfDue();
  };
  if (!isDivided) {
    for (const masksNumbers of [false, true]) {
      await translateMissing((missing) =>
        translateWhole(
          missing.map((sentence) => prepare(sentence, masksNumbers)),
          translate,
        ),
      );
    }
  }
  await translateMissing((missing) =>
    translateDivided(
      missing.map((sentence) => prepare(sentence, false)),
      translate,
    ),
  );
  onTranslated?.(sentences.length);
  return results.map((result, index) => result ?? sentences[index] ?? { text: '', marks: [] });
}

/** @returns undefined for sentences of which the engine lost or added content */
async function translateWhole(
  prepared: readonly PreparedSentence[],
  translate: TranslateTexts,
): Promise<(MarkedText | undefined)[]> {
  const translated = await translateGroups(
    prepared.map((sentence) => sentence.wholes),
    translate,
  );
  return prepared.map((sentence, index) => sentence.accept(translated[index] ?? []));
}

/** Translates the parts of sentences between their tokens and markup, all of which are kept in their order. */
async function translateDivided(
  prepared: readonly PreparedSentence[],
  translate: TranslateTexts,
): Promise<MarkedText[]> {
  const parts = prepared.map((sentence) => sentence.parts);
  const words = parts.map((group) => group.filter(PreparedSentence.isTranslatable));
  const translated = await translateGroups(
    words.map((group) => group.map((text) => ({ text, isHtml: false }))),
    translate,
  );
  return prepared.map((sentence, index) => {
    const ready = (translated[index] ?? []).values();
    const joined = (parts[index] ?? []).map((part, position) =>
      PreparedSentence.isTranslatable(part, position)
        ? withSpacingOf(part, ready.next().value ?? part)
        : part,
    );
    return sentence.joinParts(joined);
  });
}

/** Gives a translated part the white space around its source. */
function withSpacingOf(source: string, translated: string): string {
  const before = source.slice(0, source.length - source.trimStart().length);
  const after = source.slice(source.trimEnd().length);
  const tidy = withoutRemarks(source, translated.trim());
  return before + (/\p{L}/u.test(tidy) ? tidy : source.trim()) + after;
}

/** Translates groups of texts in one call. */
async function translateGroups(
  groups: readonly (readonly EngineText[])[],
  translate: TranslateTexts,
): Promise<string[][]> {
  const texts = groups.flat();
  const translated = (texts.length === 0 ? [] : await translate(texts)).values();
  return groups.map((group) => group.map((text) => translated.next().value ?? text.text));
}
