import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const golden = '../shared/data/sentences';

const texts = (text: string, language?: string) => splitSentences(text, language).map((span) => span.text);

describe('splitSentences', () => {
  it.each([
    ['en', 'Dr. Smith met J. A. Jones at 5 p.m. on Main St. in Boston.|They spoke.'],
    ['en', 'It costs $3.50 (approx. 3 euros).|See https://example.com/a.b?c=d. e.g. this one!|Really?!|Yes.'],
    ['en', '“I am here. I will stay,” she said.|He left.'],
    ['en', 'She was first… Then it rained.'.replace('… ', '…|')],
    ['en', 'No. 5 is alive.|I said no.|It was the U.S. Army.'],
    ['en', 'Results are in Table. 1.|It holds.'],
    ['ko', '세계보건기구는 지난 2020. 3. 11. 세계적 유행을 선언하였다.|따라서 중요하다.'],
    ['de', 'Am 3. Oktober kam Hr. Meier, z. B. mit dem Auto.|Das war gut.'],
    ['fr', 'M. Dupont habite av. Foch.|Il est arrivé à 8 h.|« Bonjour ! »'],
    ['es', '¿Cómo está el Sr. López?|¡Muy bien!|Vive en EE. UU. desde 1999.'],
    ['pt', 'O Sr. Silva mora na Av. Paulista.|Ele chegou às 8 h.'],
    ['it', 'Il sig. Rossi abita a Roma.|È felice, ecc.'],
    ['nl', 'Dhr. Jansen kwam o.a. met bijv. appels.|Dat was goed.'],
    ['ja', '「はい。」と言った。|次の文です。|三番目！'],
    ['hi', 'यह एक वाक्य है।|यह दूसरा है।'],
    ['ar', 'كيف حالك؟|أنا بخير.'],
  ])('splits %s: %s', (language, marked) => {
    const separator = language === 'ja' ? '' : ' ';
    expect(texts(marked.replaceAll('|', separator), language)).toEqual(marked.split('|'));
  });

  it('joins lines wrapped to a width, and splits headings, list items and paragraphs', () => {
    const wrapped =
      'Annual report\n\nThe quick brown fox jumps over the lazy dog and\nruns away from the farm. Then it\ncomes back.\n\n- first item\n- second item\n';
    expect(texts(wrapped)).toEqual([
      'Annual report',
      'The quick brown fox jumps over the lazy dog and\nruns away from the farm.',
      'Then it\ncomes back.',
      '- first item',
      '- second item',
    ]);
  });

  it('splits a text without capital letters', () => {
    expect(texts('i went home. then i slept. it was late.')).toHaveLength(3);
  });

  it.each(['', '   ', '\n\n\t'])('returns no sentences for blank text %j', (text) => {
    expect(splitSentences(text)).toEqual([]);
  });

  it('returns exact, ordered, trimmed spans that omit only white space', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '. ',
        '! ',
        '\r\n',
        '\n\n',
        ' (',
        ') ',
        '"',
        '1. ',
        'Mr. ',
        'e.g. ',
        '。',
        '… ',
        '• ',
        '👩‍👧 ',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 40 }),
        fc.constantFrom('en', 'de', 'ja', 'xx', ''),
        (units, language) => {
          const text = units.join('');
          let position = 0;
          for (const span of splitSentences(text, language)) {
            expect(text.slice(span.startIndex, span.endIndex)).toBe(span.text);
            expect(span.text.trim()).toBe(span.text);
            expect(span.text).not.toBe('');
            expect(text.slice(position, span.startIndex).trim()).toBe('');
            position = span.endIndex;
          }
          expect(text.slice(position).trim()).toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!existsSync(golden))('splitSentences on the golden rules (needs ../shared)', () => {
  const codes: Readonly<Record<string, string>> = {
    english: 'en',
    german: 'de',
    spanish: 'es',
    italian: 'it',
    russian: 'ru',
    french: 'fr',
  };
  const squash = (text: string) => text.replace(/\s+/g, '');

  it.each(
    readdirSync(existsSync(golden) ? golden : '.').filter((file) => (file.split('.')[0] ?? '') in codes),
  )('splits at least 95 %% of %s correctly', (file) => {
    const lines = gunzipSync(readFileSync(`${golden}/${file}`))
      .toString()
      .trim()
      .split('\n');
    const right = lines.filter((line) => {
      const { text, sentences } = JSON.parse(line);
      return (
        texts(text, codes[file.split('.')[0] ?? ''])
          .map(squash)
          .join('\n') === sentences.map(squash).join('\n')
      );
    });
    expect(right.length / lines.length).toBeGreaterThanOrEqual(0.95);
  });
});
