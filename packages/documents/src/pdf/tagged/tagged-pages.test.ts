import { textOf } from '@quern/content/blocks/rich-text';
import type { StructureElement } from '@quern/pdf';
import { describe, expect, it } from 'vitest';
import { buildBlocks } from '../blocks/build-blocks.ts';
import { layOutPages } from '../layout/lay-out-pages.ts';
import type { Word } from '../words/word.ts';

const look = { fontName: 'Test', isBold: false, isItalic: false, isMonospaced: false };

/** Words of 10 points, whose letters are 5 points wide. */
function text(markedContentId: number, content: string, left: number, baseline: number): Word[] {
  let x = left;
  return content.split(' ').map((word) => {
    const placed = { left: x, right: x + word.length * 5, top: baseline - 7, bottom: baseline + 2, baseline };
    x = placed.right + 3;
    return { text: word, size: 10, look, isAttached: false, markedContentId, ...placed };
  });
}

function element(
  type: string,
  children: StructureElement['children'],
  spans: Partial<Pick<StructureElement, 'columnSpan' | 'rowSpan'>> = {},
): StructureElement {
  return { type, children, alternativeText: '', columnSpan: 1, rowSpan: 1, ...spans };
}

/** The blocks of a page in short. */
function read(words: readonly Word[], structure: readonly StructureElement[]) {
  const page = { number: 1, width: 600, height: 800, words, rules: [], asides: [], angle: 0, structure };
  return buildBlocks(layOutPages([page]), []).map((block) => {
    if (block.kind === 'table') return block.rows.map((row) => row.map(({ content }) => textOf(content)));
    if (block.kind === 'quote') return [block.kind, block.blocks.length];
    const level = block.kind === 'heading' ? block.level : block.kind === 'list-item' ? block.depth : '';
    return 'content' in block ? `${block.kind}${level} ${textOf(block.content)}` : block.kind;
  });
}

describe('a tagged page', () => {
  it('has the headings, nested items and quotations of its structure in their order', () => {
    const words = [
      ...text(1, 'The wheel turns in autumn', 72, 300),
      ...text(0, 'Mills', 72, 100),
      ...text(2, '1.', 72, 120),
      ...text(3, 'Open the gate', 90, 120),
      ...text(4, 'slowly', 90, 134),
      ...text(5, 'Wait', 72, 148),
      ...text(6, 'The miller said so', 72, 400),
    ];
    const inner = element('L', [element('LI', [element('LBody', [element('Span', [4])])])]);
    const list = element('L', [
      element('LI', [element('Lbl', [2]), element('LBody', [element('P', [3]), inner])]),
      element('LI', [element('LBody', [5])]),
    ]);
    const quote = element('BlockQuote', [element('P', [6])]);
    expect(read(words, [element('Document', [element('H2', [0]), list, element('P', [1]), quote])])).toEqual([
      'heading2 Mills',
      'list-item0 Open the gate',
      'list-item1 slowly',
      'list-item0 Wait',
      'paragraph The wheel turns in autumn',
      ['quote', 1],
    ]);
  });

  it('has the cells of its tables in the rows and columns of the structure', () => {
    const words = [
      ...text(0, 'Grain', 72, 100),
      ...text(1, 'Weight', 120, 100),
      ...text(2, 'Rye', 72, 114),
      ...text(3, '20', 95, 114),
      ...text(4, '7', 180, 114),
    ];
    const table = element('Table', [
      element('THead', [
        element('TR', [element('TH', [0]), element('TH', [element('P', [1])], { columnSpan: 2 })]),
      ]),
      element('TR', [element('TD', [2]), element('TD', [3]), element('TD', [4])]),
    ]);
    expect(read(words, [table])).toEqual([
      [
        ['Grain', 'Weight', 'Weight'],
        ['Rye', '20', '7'],
      ],
    ]);
  });

  it('is laid out without its structure if that covers a part of the text, or knows paragraphs only', () => {
    const words = [...text(0, 'Mills', 72, 100), ...text(1, 'The wheel turns in autumn', 72, 300)];
    const laidOut = ['paragraph Mills', 'paragraph The wheel turns in autumn'];
    expect(read(words, [element('H1', [0])])).toEqual(laidOut);
    expect(read(words, [element('P', [1]), element('P', [0])])).toEqual(laidOut);
    expect(read(words, [element('H1', [1, 0])])).toEqual(laidOut);
  });
});
