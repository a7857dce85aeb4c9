import { escapeLineStart } from '@quern/content/markdown/escape-line-start';
import { escapeText, findDelimiters, hasBalancedBrackets } from '@quern/content/markdown/escape-text';
import { keepMark, type MarkedText, markPattern } from '../blocks/marked-text.ts';
import type { LineBreak, PlannedBlock, PlannedSentence } from './plan-translation.ts';

interface RenderedPart {
  readonly text: string;
  /** Whether a line may be broken at its spaces. */
  readonly isProse: boolean;
}

/** Markdown that a line must not start with by accident. */
const blockStartPattern = /^(?:[-+*>=|#~`_:<]|\d{1,9}[.)])/;

/**
 * Writes a translated sentence in the format of its block, with as many line breaks as its source.
 *
 * @param isFirst whether it is at the start of its block
 */
export function renderSentence(
  translated: MarkedText,
  { lineBreaks }: Pick<PlannedSentence, 'lineBreaks'>,
  block: PlannedBlock,
  isFirst: boolean,
): string {
  const parts = renderParts(translated, block);
  const first = parts[0];
  if (isFirst && block.startsLine && first?.isProse === true) {
    const line = parts.map(({ text }) => text).join('');
    parts[0] = { ...first, text: escapeLineStart(first.text, line, true) };
  }
  return breakLines(parts, lineBreaks, block.isMarkdown);
}

/** Escapes a text that is copied into a block. */
export function escapeFor(
  text: string,
  { isMarkdown, isInTable }: PlannedBlock,
  used: ReadonlySet<string> = new Set(),
): string {
  if (!isMarkdown) return text;
  return escapeText(text, '', '', {
    delimiters: findDelimiters([text], used),
    escapesBrackets: !hasBalancedBrackets(text),
    isInTable,
  });
}

function renderParts({ text, marks }: MarkedText, block: PlannedBlock): RenderedPart[] {
  const used = new Set(
    marks.flatMap(({ raw }) => [...raw].filter((character) => '*_~`'.includes(character))),
  );
  const parts: RenderedPart[] = [];
  let position = 0;
  let order = 0;
  const addProse = (end: number) => {
    if (end > position)
      parts.push({ text: escapeFor(text.slice(position, end), block, used), isProse: true });
  };
  for (const { index } of text.matchAll(markPattern)) {
    addProse(index);
    parts.push({ text: marks[order++]?.raw ?? '', isProse: false });
    position = index + keepMark.length;
  }
  addProse(text.length);
  return parts;
}

/** Replaces the spaces next to where the lines of the source end by its line breaks. */
function breakLines(
  parts: readonly RenderedPart[],
  lineBreaks: readonly LineBreak[],
  isMarkdown: boolean,
): string {
  const text = parts.map((part) => part.text).join('');
  if (lineBreaks.length === 0) return text;
  const spaces: number[] = [];
  let start = 0;
  for (const part of parts) {
    if (part.isProse)
      for (const { index } of part.text.matchAll(/(?<=\S) (?=\S)/g)) {
        const at = start + index;
        const next = text.slice(at + 1, at + 12);
        if (!isMarkdown || !blockStartPattern.test(next)) spaces.push(at);
      }
    start += part.text.length;
  }
  const breaks: number[] = [];
  let candidate = 0;
  for (const [order, { fraction }] of lineBreaks.entries()) {
    const ideal = fraction * text.length;
    const left = lineBreaks.length - order;
    while (
      candidate + left < spaces.length &&
      Math.abs((spaces[candidate + 1] ?? 0) - ideal) <= Math.abs((spaces[candidate] ?? 0) - ideal)
    )
      candidate++;
    const at = spaces[candidate++];
    if (at !== undefined) breaks.push(at);
  }
  let [result, position] = ['', 0];
  for (const [order, at] of breaks.entries()) {
    result += text.slice(position, at) + (lineBreaks[order]?.raw ?? ' ');
    position = at + 1;
  }
  return result + text.slice(position);
}
