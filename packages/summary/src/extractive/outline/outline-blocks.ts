import type { TextRange } from '@quern/text/span';
import { sourceRangeOf, type TextBlock, type TextRole } from '@quern/text/structure/text-block';
import { compressSentence } from '../compression/compress-sentence.ts';
import { findHeadlines } from './find-headlines.ts';
import { splitSummaryUnits } from './split-summary-units.ts';
import type { Outline, SummarySection, SummarySource, SummaryUnit } from './summary-unit.ts';

/** Roles whose sentences a summary may contain, tried in this order: a later group counts if the groups before have no unit. */
const roleGroups: readonly (readonly TextRole[])[] = [
  ['prose', 'item', 'quotation'],
  ['heading', 'title'],
  ['aside'],
];

/**
 * Splits the blocks of a text into sentences and sections.
 *
 * @param language BCP 47 tag, whose rules split the sentences
 * @param title title of the text, if it is known from elsewhere
 */
export function outlineBlocks(blocks: readonly TextBlock[], language: string, title = ''): Outline {
  const group = roleGroups.find((roles) => blocks.some(({ role }) => roles.includes(role))) ?? [];
  const builder = new OutlineBuilder(language);
  for (const [index, block] of blocks.entries()) {
    if (block.role === 'heading') builder.openSection(block.text, block.level ?? 1);
    if (group.includes(block.role)) builder.addBlock(block, isSalutation(blocks[index - 1]));
  }
  const ownTitle = blocks.find(({ role }) => role === 'title')?.text ?? '';
  const first = blocks.findIndex(({ role }) => group.includes(role));
  const headlines = group.includes('title') ? [] : findHeadlines(blocks, first);
  return builder.finish(title === '' ? ownTitle : title, headlines);
}

/** Whether a block that is set aside ends with a comma, as does "Hi all,". */
function isSalutation(block: TextBlock | undefined): boolean {
  return block?.role === 'aside' && /[,，،]$/u.test(block.text);
}

class OutlineBuilder {
  readonly #language: string;
  readonly #units: SummaryUnit[] = [];
  readonly #sections: SummarySection[] = [];
  #blockCount = 0;
  #heading = { text: '', level: 0 };
  #firstUnit = 0;

  constructor(language: string) {
    this.#language = language;
  }

  openSection(text: string, level: number): void {
    this.#closeSection();
    this.#heading = { text, level };
  }

  addBlock(block: TextBlock, isAfterSalutation: boolean): void {
    const spans = splitSummaryUnits(block.text, this.#language);
    for (const [indexInBlock, { text, startIndex }] of spans.entries()) {
      const isFirst = indexInBlock === 0;
      const compressed = compressSentence(text, {
        language: this.#language,
        isFirst,
        isAfterSalutation: isAfterSalutation && isFirst,
      });
      const kept = compressed.kept.map((part) =>
        sourceRangeOf(block, startIndex + part.startIndex, startIndex + part.endIndex),
      );
      // The first sentence of a turn says who speaks.
      const isTurnStart = block.speaker !== undefined && isFirst;
      this.#units.push({
        text: isTurnStart ? `${block.speaker}: ${compressed.text}` : compressed.text,
        bodyIndex: isTurnStart ? block.speaker.length + 2 : 0,
        source: sourceOf(kept),
        ...(block.speaker !== undefined && { speakerRange: speakerRangeOf(block) }),
        role: block.role,
        block: this.#blockCount,
        indexInBlock,
        blockSize: spans.length,
        section: this.#sections.length,
        speaker: block.speaker,
      });
    }
    if (spans.length > 0) this.#blockCount++;
  }

  finish(title: string, headlines: readonly SummaryUnit[]): Outline {
    this.#closeSection();
    return { title, headlines, units: this.#units, sections: this.#sections, blockCount: this.#blockCount };
  }

  /** A section without units, such as one that has subsections only, is left out. */
  #closeSection(): void {
    const endUnit = this.#units.length;
    if (endUnit > this.#firstUnit) {
      const { text, level } = this.#heading;
      this.#sections.push({ heading: text, level, firstUnit: this.#firstUnit, endUnit });
    }
    this.#firstUnit = endUnit;
  }
}

/** The place of a sentence. @param kept ranges of its parts */
function sourceOf(kept: readonly TextRange[]): SummarySource {
  const [first = { startIndex: 0, endIndex: 0 }] = kept;
  const range = { startIndex: first.startIndex, endIndex: (kept.at(-1) ?? first).endIndex };
  return kept.length > 1 ? { ...range, parts: kept } : range;
}

/** Where a turn names its speaker: what precedes its text. */
function speakerRangeOf(block: TextBlock): TextRange {
  return { startIndex: block.range.startIndex, endIndex: sourceRangeOf(block, 0, 1).startIndex };
}
