import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { describe, expect, it } from 'vitest';
import { readBlocks } from './read-blocks.ts';

const paragraph = (text: string): ContentBlock => ({ kind: 'paragraph', content: plainText(text) });
const item = (text: string): ContentBlock => ({
  kind: 'list-item',
  depth: 0,
  marker: '•',
  content: plainText(text),
});

/** Blocks as `role | text`; their runs and ranges are checked. */
function outline(blocks: readonly ContentBlock[], title = ''): string[] {
  const read = readBlocks(blocks, title);
  return read.blocks.map(({ role, text, runs, range }) => {
    for (const { textIndex, sourceIndex, length } of runs) {
      expect(text.slice(textIndex, textIndex + length)).toBe(
        read.text.slice(sourceIndex, sourceIndex + length),
      );
      expect(sourceIndex).toBeGreaterThanOrEqual(range.startIndex);
      expect(sourceIndex + length).toBeLessThanOrEqual(range.endIndex);
    }
    return `${role} | ${text}`;
  });
}

describe('readBlocks', () => {
  it('maps the blocks of a document to roles', () => {
    const blocks: ContentBlock[] = [
      { kind: 'heading', level: 1, content: plainText('Running\nthe Kiln') },
      paragraph('The studio has one * electric * kiln of 120 liters.'),
      { kind: 'heading', level: 2, content: plainText('Loading') },
      item('Check the shelves.'),
      item('Leave two fingers'),
      { kind: 'table', rows: [[{ content: plainText('Cone') }, { content: plainText('Ware') }]] },
      { kind: 'code', text: 'ramp: 80\nhold: 20' },
      { kind: 'formula', tex: 'a = b' },
      { kind: 'figure', alternativeText: 'A kiln', url: '' },
      paragraph('Figure 1: The kiln'),
      { kind: 'quote', blocks: [paragraph('It was hot in there, he said.'), item('And loud.')] },
      { kind: 'footnote', label: '1', content: plainText('Cones measure heat.') },
    ];
    expect(outline(blocks)).toEqual([
      'title | Running the Kiln',
      'prose | The studio has one * electric * kiln of 120 liters.',
      'heading | Loading',
      'item | Check the shelves.',
      'item | Leave two fingers',
      'aside | Cone | Ware',
      'aside | ramp: 80',
      'aside | hold: 20',
      'aside | a = b',
      'aside | A kiln',
      'aside | Figure 1: The kiln',
      'quotation | It was hot in there, he said.',
      'quotation | And loud.',
      'aside | Cones measure heat.',
    ]);
  });

  it('separates the addresses, salutations and closings of a letter from its sentences', () => {
    const blocks = [
      paragraph('Maria Esteves\nRua das Amendoeiras, 8\n8600-315 Lagos'),
      paragraph('11 de março de 2024'),
      paragraph('Prezado Senhor Presidente,'),
      paragraph('venho solicitar a reparação da calçada em frente à escola primária.'),
      paragraph('Com os melhores cumprimentos,\nMaria Esteves'),
    ];
    expect(outline(blocks).filter((block) => !block.startsWith('aside'))).toEqual([
      'prose | venho solicitar a reparação da calçada em frente à escola primária.',
    ]);
  });

  it('joins a paragraph that a footnote interrupts', () => {
    const blocks: ContentBlock[] = [
      paragraph('Whether they do so by an inner clock is an old question,'),
      { kind: 'footnote', label: '1', content: plainText('It was raised long ago.') },
      paragraph('and snails are easy to observe.'),
    ];
    expect(outline(blocks)).toEqual([
      'prose | Whether they do so by an inner clock is an old question, and snails are easy to observe.',
    ]);
  });

  it('uses the title of the metadata, and reads Markdown', () => {
    const body = 'The mill was built in 1820, and it is a museum today.';
    expect(outline([paragraph('The old mill'), paragraph(body)], 'The Old Mill')).toEqual([
      'title | The old mill',
      `prose | ${body}`,
    ]);
    expect(outline([{ kind: 'verbatim', text: `\n# Mill\n\nThe **mill** is old.` }])).toEqual([
      'title | Mill',
      'prose | The mill is old.',
    ]);
  });

  it('reads the header of a message, and its subject as the title', () => {
    expect(
      outline([paragraph('From: Ann <ann@example.org>\nSubject: Chairs'), paragraph('We take the chairs.')]),
    ).toEqual(['aside | From: Ann <ann@example.org>', 'title | Chairs', 'prose | We take the chairs.']);
  });
});
