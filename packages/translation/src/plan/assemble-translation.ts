import type { TextRange } from '@quern/text/span';
import type { TextBlock, TextFormat } from '../blocks/inline-token.ts';
import type { MarkedText } from '../blocks/marked-text.ts';
import { type PlannedSentence, readBlocks, type TranslationPlan } from './plan-translation.ts';
import { renderSentence } from './render-sentence.ts';

/** A sentence of a translation, with the range of its source. */
export interface TranslatedSentence extends TextRange {
  readonly text: string;
  readonly source: TextRange;
}

/** A text in which the sentences are translated and everything else is unchanged. */
export interface AssembledTranslation {
  readonly translation: string;
  readonly sentences: TranslatedSentence[];
  /** Indices of blocks whose markup would be read differently than that of the source. */
  readonly damagedBlocks: readonly number[];
}

/** Input of `assembleTranslation`. */
export interface AssemblyInput {
  readonly source: string;
  readonly format: TextFormat;
  readonly plan: TranslationPlan;
  /** One translation per sentence of the plan; undefined copies the source. */
  readonly translated: readonly (MarkedText | undefined)[];
}

/** Puts translated sentences into their text, and checks that a Markdown parser finds the same markup in each block. */
export function assembleTranslation({
  source,
  format,
  plan,
  translated,
}: AssemblyInput): AssembledTranslation {
  const parts: string[] = [];
  const sentences: TranslatedSentence[] = [];
  const shifts: number[] = [];
  let [position, length] = [0, 0];
  const add = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  for (const [index, sentence] of plan.sentences.entries()) {
    add(source.slice(position, sentence.startIndex));
    const text = textOf(source, plan, sentence, translated[index]);
    sentences.push({
      text,
      startIndex: length,
      endIndex: length + text.length,
      source: { startIndex: sentence.startIndex, endIndex: sentence.endIndex },
    });
    add(text);
    position = sentence.endIndex;
    shifts.push(length - position);
  }
  add(source.slice(position));
  const translation = parts.join('');
  const damagedBlocks = format === 'markdown' ? findDamagedBlocks(source, translation, plan, shifts) : [];
  return { translation, sentences, damagedBlocks };
}

function textOf(
  source: string,
  { blocks }: TranslationPlan,
  sentence: PlannedSentence,
  translated: MarkedText | undefined,
): string {
  const block = blocks[sentence.block];
  if (translated === undefined || block === undefined || isUnchanged(sentence, translated))
    return source.slice(sentence.startIndex, sentence.endIndex);
  return renderSentence(translated, sentence, block, sentence.startIndex === block.startIndex);
}

/** Whether a sentence is the same as its source, so that it can be copied with its own escapes. */
function isUnchanged({ marked, hasTerms }: PlannedSentence, translated: MarkedText): boolean {
  return (
    hasTerms !== true &&
    translated.text === marked.text &&
    translated.marks.every(({ raw }, index) => raw === marked.marks[index]?.raw)
  );
}

/** Parses the translation, and compares each block with that of the source by its range and its markup. */
function findDamagedBlocks(
  source: string,
  translation: string,
  plan: TranslationPlan,
  shifts: readonly number[],
): number[] {
  const found = new Map(readBlocks(translation, 'markdown').map((block) => [block.startIndex, block]));
  const original = readBlocks(source, 'markdown');
  const damaged: number[] = [];
  let shift = 0;
  let next = 0;
  for (const [index, block] of original.entries()) {
    const startIndex = block.startIndex + shift;
    for (; plan.sentences[next]?.block === index; next++) shift = shifts[next] ?? shift;
    const counterpart = found.get(startIndex);
    const isSame =
      counterpart?.endIndex === block.endIndex + shift &&
      counterpart.kind === block.kind &&
      markupOf(counterpart, translation) === markupOf(block, source);
    if (!isSame) damaged.push(index);
  }
  return damaged;
}

/** The markup of a block in a form that does not depend on the order of words. */
function markupOf({ tokens }: TextBlock, text: string): string {
  const parts = tokens.flatMap((token) =>
    token.kind === 'text' || token.kind === 'line'
      ? []
      : [`${token.kind} ${text.slice(token.startIndex, token.endIndex)}`],
  );
  return parts.sort().join('\n');
}
