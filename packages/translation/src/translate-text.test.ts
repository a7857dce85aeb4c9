import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextFormat } from './blocks/inline-token.ts';
import type { GlossaryTerm } from './glossary/glossary.ts';
import { applyGlossary } from './plan/apply-glossary.ts';
import { assembleTranslation } from './plan/assemble-translation.ts';
import { planTranslation, readBlocks } from './plan/plan-translation.ts';
import type { EngineText } from './sentences/engine-text.ts';
import { translateText } from './translate-text.ts';

/** Replaces each word by its capitals, except placeholders and tags. */
const capitalize = ({ text }: EngineText): string =>
  text.replace(/<[^>]*>|&\w+;|XQ\d+|\p{L}+/gu, (part) =>
    /^[<&]|^XQ/.test(part) ? part : part.toUpperCase(),
  );

async function translateWith(
  engine: (text: EngineText) => string,
  source: string,
  format: TextFormat,
  terms: readonly GlossaryTerm[] = [],
) {
  const plan = applyGlossary(planTranslation(source, readBlocks(source, format), 'en'), terms).plan;
  const opened = {
    from: 'en',
    language: 'pt',
    hasDownloaded: false,
    engine: 'bergamot' as const,
    translate: async (texts: readonly EngineText[]) => texts.map(engine),
  };
  return translateText(
    {
      source,
      format,
      plan,
      from: 'en',
      to: 'pt',
      signal: new AbortController().signal,
      progress: () => undefined,
    },
    { open: async () => opened },
    async (input) => assembleTranslation(structuredClone(input)),
  );
}

const markdownOf = async (source: string) =>
  (await translateWith(capitalize, source, 'markdown')).translation;

describe('translateText', () => {
  it.each([
    ['# A *small* house #', '# A *SMALL* HOUSE #'],
    ['Set\n---\n\nText', 'SET\n---\n\nTEXT'],
    ['- [x] done\n- two `code` spans', '- [x] DONE\n- TWO `code` SPANS'],
    ['See [the **guide**](a_b.md "Title").', 'SEE [THE **GUIDE**](a_b.md "Title").'],
    ['[ref] and [text][ref] and [free]\n\n[ref]: x', '[ref] AND [TEXT][ref] AND [FREE]\n\n[ref]: x'],
    ['![alt text](i.png) here', '![alt text](i.png) HERE'],
    ['Go to <https://a.example> or www.b.example now', 'GO TO <https://a.example> OR www.b.example NOW'],
    ['Press <kbd>Enter</kbd> or <b>stop</b>', 'PRESS <kbd>Enter</kbd> OR <b>STOP</b>'],
    ['One line<br>next line', 'ONE LINE<br>NEXT LINE'],
    ['Hard  \nbreak\\\nhere', 'HARD  \nBREAK\\\nHERE'],
    [
      '> quoted text that wraps over\n> the next line of the quote',
      '> QUOTED TEXT THAT WRAPS OVER\n> THE NEXT LINE OF THE QUOTE',
    ],
    ['| a b | c \\| d |\n|--|:-:|\n| `x` | *e* |', '| A B | C \\| D |\n|--|:-:|\n| `x` | *E* |'],
    ['The sum $a_1 + b$ of {name} and {{ x }}', 'THE SUM $a_1 + b$ OF {name} AND {{ x }}'],
    ['Note[^1].\n\n[^1]: the note', 'NOTE[^1].\n\n[^1]: THE NOTE'],
    [
      'Note[^a].\n\n[^a]: One.\n\n    - two\n\n    Three.',
      'NOTE[^a].\n\n[^a]: ONE.\n\n    - TWO\n\n    THREE.',
    ],
    ['[^a]\n\n[^a]: word', '[^a]\n\n[^a]: WORD'],
    ['[[1]](#a) [a [b] c](d)', '[[1]](#a) [A [B] C](d)'],
    ['---\ntitle: a b\n---\n\ntext', '---\ntitle: a b\n---\n\nTEXT'],
    [
      '    code block\n\n```\nfence\n```\n\n<div>\nhtml\n</div>',
      '    code block\n\n```\nfence\n```\n\n<div>\nhtml\n</div>',
    ],
    ['A \\*star\\* and a\\_b &amp; c', 'A \\*STAR\\* AND a_b & C'],
    ['> [!NOTE]\n> text', '> [!NOTE]\n> TEXT'],
    ['It costs $5 to $10 a month', 'IT COSTS $5 TO $10 A MONTH'],
  ])('translates only the words of %j', async (source, expected) => {
    expect(await markdownOf(source)).toBe(expected);
  });

  it('keeps the lines, columns and tokens of a text', async () => {
    const source = '  Dear {name},\r\n\r\n\tsee http://a.example/b?c=1 at 10:30.\nx\ty  \n';
    const { translation } = await translateWith(capitalize, source, 'text');
    expect(translation).toBe('  DEAR {name},\r\n\r\n\tSEE http://a.example/b?c=1 AT 10:30.\nX\tY  \n');
  });

  it('divides a sentence at its markup when the engine loses a tag', async () => {
    const loseTags = ({ text }: EngineText) =>
      capitalize({ text: text.replace(/<[^>]*>/g, ''), isHtml: true });
    const { translation } = await translateWith(loseTags, 'A *b* [c](d).', 'markdown');
    expect(translation).toBe('A *B* [C](d).');
  });

  it('copies a block whose markup cannot be kept', async () => {
    // The closing delimiter has no effect between punctuation and a letter.
    const exclaim = ({ text }: EngineText) => text.replace(/(?<![</])b/, 'b!');
    const { translation, untranslatedCount } = await translateWith(exclaim, '**b**c d', 'markdown');
    expect([translation, untranslatedCount]).toEqual(['**b**c d', 1]);
  });

  it('escapes what a translation would add as markup', async () => {
    const { translation } = await translateWith(() => '1. *new* [list](x)', 'Some text here', 'markdown');
    expect(readBlocks(translation, 'markdown')[0]?.tokens.every(({ kind }) => kind === 'text')).toBe(true);
  });

  it('uses the terms of a glossary, the longest first and in the case of the text', async () => {
    const terms = [
      { source: 'mill', target: 'moinho' },
      { source: 'water mill', target: 'azenha' },
      { source: 'Mill', target: 'Sr. Mill' },
    ];
    const { translation } = await translateWith(capitalize, 'A water mill, a mill, millet.', 'text', terms);
    expect(translation).toBe('A azenha, A moinho, MILLET.');
  });

  it('returns exact offsets for any text, in both formats', async () => {
    const part = fc.constantFrom(
      'a *b* c. ',
      '**',
      '`',
      '[x](y) ',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '|',
      '<b>',
      '😀',
      'שלום ',
      '\ud83d',
      '\ue001',
      '$x$ ',
      '{n} ',
      '1. ',
      '\\',
      '&amp; ',
      '# ',
      '\t',
      'XQ1 ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 24 }),
        fc.constantFrom('text' as const, 'markdown' as const),
        async (parts, format) => {
          const source = parts.join('');
          const { translation, sentences } = await translateWith(capitalize, source, format);
          let [end, sourceEnd] = [0, 0];
          for (const { text, startIndex, endIndex, source: range } of sentences) {
            expect(translation.slice(startIndex, endIndex)).toBe(text);
            expect(translation.slice(end, startIndex)).toBe(source.slice(sourceEnd, range.startIndex));
            [end, sourceEnd] = [endIndex, range.endIndex];
          }
          expect(translation.slice(end)).toBe(source.slice(sourceEnd));
        },
      ),
      { numRuns: 300 },
    );
  });
});
