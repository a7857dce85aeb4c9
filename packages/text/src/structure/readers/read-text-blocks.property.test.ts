import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../sentences/split-sentences.ts';
import { sourceRangeOf, type TextBlock } from '../text-block.ts';
import { readDocumentBlocks } from './read-document-blocks.ts';
import { readTextBlocks } from './read-text-blocks.ts';

/** Pieces of all kinds of structure, which are joined in any order. */
const pieces = [
  ...[
    'The mill was built in 1820. ',
    'it ground wheat',
    'Die Mühle',
    '磨坊建于一八二〇年。',
    '水',
    'exam-',
    'ple',
    'C#',
  ],
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\f',
    '\t',
    ' ',
    '   ',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\ufeff',
    '\u2028',
    '😀',
    '\ud800',
  ],
  ...[
    '# ',
    '## ',
    '== ',
    '==',
    '---',
    '```',
    '> ',
    '>',
    '- ',
    '1. ',
    '2) ',
    '(a) ',
    '| ',
    '|---|',
    '* ',
    '~~~',
    '$$',
  ],
  ...[
    '**',
    '*',
    '_',
    '`',
    '[',
    ']',
    '(https://a.org)',
    '![',
    '[^1]',
    '&amp;',
    '&lt;',
    '&#65;',
    '\\',
    '{#id}',
    "''",
  ],
  ...[
    'From: a@b.org',
    'Subject: Re: x',
    'Anna: hello there.',
    'On 3 May Tom wrote:',
    '-- ',
    'Best regards,',
    '[00:12:33] ',
  ],
  ...[
    '00:00:01,000 --> 00:00:02,000',
    'WEBVTT',
    '1',
    'Figure 3: x',
    'Page 3 of 10',
    '....... 12',
    'REFERENCES',
    'const x = 1;',
  ],
];
/** Lines of realistic documents, which are joined in any order and cut anywhere. */
const fragments = [
  ...[
    'LONDON (Reuters) - The mill was sold on Monday. ',
    'Münster, 12.05.2024. Die Mühle steht still. ',
    '【大阪＝山田】水車は',
  ],
  ...[
    'About Acme Robotics\n',
    'Media Contact:\n',
    'A B S T R A C T\n',
    'Abstract—We present a mill. ',
    'Keywords: a, b\n',
  ],
  ...[
    'The following is needed:\n- a roof;\n- a door.\n',
    'Is it open?\n\n',
    'Q: Is it?\nA: It is.\n',
    '(a) one\n(b) two\n',
  ],
  ...[
    'Fig. 1. Map of the mill and of the river that it stood at in\nspring.\n',
    'History[edit]\n',
    '[0abc123](x)',
    '(*) note\n',
  ],
  ...[
    '1. TERM. It begins in May and ends in June.\n',
    '✅ done\n✅ open\n',
    '-Hello there. ',
    ', and so on. ',
    '| > quoted > more\n',
  ],
  ...[
    'Introduction . . . . . . . . . 12 2 Methods . . . . . . . 14\n',
    'Results are in Table. 1. ',
    'am 2020. 3. 11. war es. ',
  ],
  ...[
    '<!doctype html>',
    '<p data-a=\'{"b":"<i>c</i>"}\'>',
    '<a href="/x">Shop all</a>',
    '<x-y z="1">',
    '</x-y>',
    '<br><br>',
    '<template>',
  ],
];

const tags = [
  '<p>',
  '</p>',
  '<li>',
  '<h1>',
  '</h1>',
  '<br>',
  '<td>',
  '<script>',
  '</script>',
  '<!-- ',
  ' -->',
  '<v Anna>',
  '<b>',
];

const textOf = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((found) => found.join(''));

const anyText = textOf([...pieces, ...tags, ...fragments]);

function checkBlocks(source: string, blocks: readonly TextBlock[]): void {
  let end = 0;
  for (const { text, runs, range, role, level } of blocks) {
    expect(text).toBe(text.replace(/\s+/g, ' ').trim());
    expect(text).not.toBe('');
    expect(level === undefined).toBe(role !== 'title' && role !== 'heading');
    expect(range.startIndex).toBeGreaterThanOrEqual(end);
    expect(range.endIndex).toBeGreaterThan(range.startIndex);
    end = range.endIndex;
    let textEnd = 0;
    let sourceEnd = range.startIndex;
    for (const { textIndex, sourceIndex, length } of runs) {
      expect(length).toBeGreaterThan(0);
      expect(textIndex).toBeGreaterThanOrEqual(textEnd);
      expect(sourceIndex).toBeGreaterThanOrEqual(sourceEnd);
      expect(text.slice(textIndex, textIndex + length)).toBe(source.slice(sourceIndex, sourceIndex + length));
      textEnd = textIndex + length;
      sourceEnd = sourceIndex + length;
    }
    expect(textEnd).toBeLessThanOrEqual(text.length);
    expect(sourceEnd).toBeLessThanOrEqual(range.endIndex);
  }
  expect(end).toBeLessThanOrEqual(source.length);
  expect(
    blocks.filter(({ role }, index) => role === 'title' && index > 0 && blocks[0]?.role === 'title'),
  ).toEqual([]);
  expect(blocks.filter(({ role }) => role === 'title').length).toBeLessThanOrEqual(1);
}

/** The first letter of a sentence that its source lacks after those before; entities are decoded. */
function missingLetter(text: string, source: string): string | undefined {
  let end = 0;
  const decoded = source.replaceAll('&#65;', 'A');
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    const index = decoded.indexOf(letter, end);
    if (index < 0) return letter;
    end = index + letter.length;
  }
  return undefined;
}

describe('readTextBlocks', () => {
  it('returns exact runs and disjoint ranges in order for every text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), (source) =>
        checkBlocks(source, readTextBlocks(source)),
      ),
      { numRuns: 2000 },
    );
  });

  it('puts every letter of prose into a block, whatever is around it', () => {
    fc.assert(
      fc.property(textOf(pieces), fc.nat(), (text, position) => {
        const at = position % (text.length + 1);
        const source = `${text.slice(0, at)}\n\nThe bridge was opened in spring, and thousands walked across it.\n\n${text.slice(at)}`;
        const ranges = readTextBlocks(source).map(({ range }) => range);
        const start = source.indexOf('The bridge');
        expect(ranges.some(({ startIndex, endIndex }) => startIndex <= start && endIndex >= start + 60)).toBe(
          true,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('maps each sentence to a range that has its letters in order', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        for (const block of readTextBlocks(source))
          for (const { text, startIndex, endIndex } of splitSentences(block.text)) {
            const range = sourceRangeOf(block, startIndex, endIndex);
            expect(range.startIndex).toBeGreaterThanOrEqual(block.range.startIndex);
            expect(range.endIndex).toBeLessThanOrEqual(block.range.endIndex);
            expect(missingLetter(text, source.slice(range.startIndex, range.endIndex))).toBeUndefined();
          }
      }),
      { numRuns: 1000 },
    );
  });

  it('maps each word of a clean text to the same word of the source', () => {
    fc.assert(
      fc.property(textOf(pieces), (source) => {
        for (const block of readTextBlocks(source))
          for (const { 0: word, index } of block.text.matchAll(/[a-z]{3,}/g)) {
            const range = sourceRangeOf(block, index, index + word.length);
            const found = source.slice(range.startIndex, range.endIndex);
            expect([found.at(0), found.at(-1)]).toEqual([word.at(0), word.at(-1)]);
          }
      }),
      { numRuns: 500 },
    );
  });
});

describe('readDocumentBlocks', () => {
  it('returns exact runs and disjoint ranges in order for every document', () => {
    const part = fc.record({
      text: textOf(pieces).map((text) => text.trim()),
      role: fc.constantFrom('heading', 'item', 'aside', 'quotation', undefined),
      markerLength: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (found) => {
        const parts = found.filter(({ text }) => text !== '');
        const source = parts.map(({ text }) => text).join('\n\n');
        let end = 0;
        const placed = parts.map(({ text, role, markerLength }) => {
          const startIndex = end;
          end = startIndex + text.length + 2;
          return { startIndex, endIndex: startIndex + text.length, role, level: 2, markerLength };
        });
        checkBlocks(source, readDocumentBlocks(source, placed));
      }),
      { numRuns: 500 },
    );
  });
});
