import { describe, expect, it } from 'vitest';
import { lines, outline, textsOf } from './fixtures/outline-source.ts';

describe('readTextBlocks on prose', () => {
  it('joins wrapped lines and hyphenated words', () => {
    const text = lines(
      'Most of the growth of the harbor came from con-',
      'tainers, which were delivered by the line from Lisbon. The long-',
      'term plan foresees a pier. A long plan and a term are not enough.',
      '',
      'It was paid by the city.',
    );
    expect(outline(text)).toEqual([
      'prose | Most of the growth of the harbor came from containers, which were delivered by the line from Lisbon. The long-term plan foresees a pier. A long plan and a term are not enough.',
      'prose | It was paid by the city.',
    ]);
  });

  it('joins wrapped Chinese lines without a space', () => {
    const text =
      '磨坊建于一八二〇年，它一直磨面粉，直到河水干涸为\n止。今天它是一座博物馆，展示面粉是如何制成的。很\n多学生每年都来参观。';
    expect(outline(text)).toEqual([`prose | ${text.replaceAll('\n', '')}`]);
  });

  it('removes soft hyphens and normalizes white space', () => {
    expect(outline('The\u00a0mu\u00adse\u00adum  is\topen   today.')).toEqual([
      'prose | The museum is open today.',
    ]);
  });

  it('separates a title from the sentence after it', () => {
    expect(outline('The Mill at the River\nThe mill was built in 1820. It is a museum today.')).toEqual([
      'title | The Mill at the River',
      'prose | The mill was built in 1820. It is a museum today.',
    ]);
  });

  it.each([
    ['a chat', 'hey there you\nare you coming to the station\ni think the battery is great\nok see you'],
    ['a poem', 'The rain falls on the roof\nand nobody sleeps\nThe river is rising\nover the old stones'],
    [
      'reviews',
      'battery life is great and it charges fast\nthe screen is too small for my eyes\nI love the color',
    ],
    ['Thai', 'วันนี้อากาศดีมาก ฉันไปตลาดกับแม่\nเราซื้อผลไม้และปลาสด แล้วกลับบ้านตอนเย็น'],
    ['one line', 'The Mill at the River'],
  ])('keeps the lines of %s as prose', (_name, text) => {
    expect(outline(text)).toEqual(text.split('\n').map((line) => `prose | ${line}`));
  });

  it('keeps signs that are no markup', () => {
    const text =
      'In C# 2 * 3 * 4 is 24, snake_case_name and __init__ stay, so do #hashtag, $5 and a < b > c.';
    expect(outline(text)).toEqual([`prose | ${text}`]);
  });

  it('finds short titles between paragraphs, but none where sentences have no marks', () => {
    const body = 'The islands were formed during the last ice age, and most of them are flat.';
    expect(outline(lines(body, 'Get in', body, 'Get around', body))).toEqual([
      `prose | ${body}`,
      'heading3 | Get in',
      `prose | ${body}`,
      'heading3 | Get around',
      `prose | ${body}`,
    ]);
    const unmarked = body.replace('.', '');
    expect(textsOf(lines(unmarked, 'Get in', unmarked), 'heading')).toEqual([]);
  });
});

describe('readTextBlocks on markup', () => {
  it('reads Markdown', () => {
    const text = lines(
      '---',
      'title: Kiln guide',
      '---',
      '# Kiln guide',
      '',
      '[![build](https://x.org/b.svg)](https://x.org)',
      '',
      'The **kiln** has `120` liters and is *very* [hot](https://x.org "Hot") &amp; heavy[^1].',
      '',
      'Setext heading',
      '--------------',
      '',
      '> A quoted line',
      '> goes on here.',
      '',
      '1. First step',
      '   goes on',
      '2. Second step',
      '- [x] Done',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '```js',
      'const x = 1;',
      '```',
      '',
      '[^1]: The footnote.',
    );
    expect(outline(text)).toEqual([
      'aside | title: Kiln guide',
      'title | Kiln guide',
      'prose | The kiln has 120 liters and is very hot & heavy.',
      'heading2 | Setext heading',
      'quotation | A quoted line goes on here.',
      'item | First step goes on',
      'item | Second step',
      'item | Done',
      'aside | | a | b |',
      'aside | | 1 | 2 |',
      'aside | const x = 1;',
      'aside | The footnote.',
    ]);
  });

  it('reads HTML', () => {
    const text =
      '<html><style>p { color: red }</style><nav>Home</nav><h1>Bridge opens</h1><p>The <b>new</b> bridge is open.<br>It rained.</p><ul><li>One item</ul><table><tr><td>a</table><!-- no --></html>';
    expect(outline(text)).toEqual([
      'aside | Home',
      'title | Bridge opens',
      'prose | The new bridge is open.',
      'prose | It rained.',
      'item | One item',
      'aside | a',
    ]);
  });

  it('reads headings of wikis', () => {
    expect(
      outline('Ein Dreieck ist ein Polygon.\n== Einteilung\n=== Formeln ===\nEs hat drei Seiten.'),
    ).toEqual([
      'prose | Ein Dreieck ist ein Polygon.',
      'heading1 | Einteilung',
      'heading2 | Formeln',
      'prose | Es hat drei Seiten.',
    ]);
  });
});
