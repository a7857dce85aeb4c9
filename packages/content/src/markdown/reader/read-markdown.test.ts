import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentBlock, ListItemBlock } from '../../blocks/content-block.ts';
import type { InlineNode } from '../../blocks/inline-node.ts';
import { plainText, textOf } from '../../blocks/rich-text.ts';
import { writeMarkdown } from '../blocks/write-markdown.ts';
import { markupWords } from '../fixtures/markup-words.ts';
import { readMarkdown } from './read-markdown.ts';

/** Inline content in short: `b(…)`, `i(…)`, `s(…)`, `a<url>(…)`, `` `code` ``, `!<url>(…)`, `^label`, `raw{…}`, `/`. */
function inline(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
          return node.value;
        case 'emphasis':
          return `${{ '**': 'b', '*': 'i', _: 'i', '~~': 's' }[node.mark]}(${inline(node.children)})`;
        case 'link':
          return `a<${node.url}>(${inline(node.children)})`;
        case 'code':
          return `\`${node.value}\``;
        case 'image':
          return `!<${node.url}>(${node.alt})`;
        case 'footnote':
          return `^${node.label}`;
        case 'raw':
          return `raw{${node.value}}`;
        default:
          return '/';
      }
    })
    .join('');
}

function outline(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block): string[] => {
    const depth = block.itemDepth === undefined ? '' : `${block.itemDepth}>`;
    switch (block.kind) {
      case 'heading':
        return [`${depth}h${block.level} ${inline(block.content)}`];
      case 'list-item': {
        const box = block.isChecked === undefined ? '' : block.isChecked ? ' [x]' : ' [ ]';
        return [
          `${block.startsList ? 'new ' : ''}item${block.depth} ${block.marker}${box} ${inline(block.content)}`,
        ];
      }
      case 'quote':
        return outline(block.blocks).map((line) => `${depth}quote ${line}`);
      case 'table':
        return block.rows.map(
          (row) => `${depth}row ${row.map(({ content }) => inline(content)).join(' | ')}`,
        );
      case 'code':
        return [`${depth}code ${block.language ?? ''} ${JSON.stringify(block.text)}`];
      case 'verbatim':
        return [`${depth}html ${JSON.stringify(block.text)}`];
      case 'figure':
        return [`${depth}figure ${block.url} ${block.alternativeText}`];
      case 'formula':
        return [`${depth}formula ${block.tex}`];
      case 'footnote':
        return [`${depth}note ${block.label} ${inline(block.content)}`];
      case 'rule':
        return [`${depth}rule`];
      default:
        return [`${depth}p ${inline(block.content)}`];
    }
  });
}

const read = (markdown: string) => outline(readMarkdown(markdown).blocks);

describe('readMarkdown', () => {
  it.each<[string, string, string[]]>([
    [
      'headings',
      '# One #\n\nTwo\nlines\n===\nThree\n---\n####### no',
      ['h1 One', 'h1 Two lines', 'h2 Three', 'p ####### no'],
    ],
    ['rules', '* * *\n___\ntext\n\n---', ['rule', 'rule', 'p text', 'rule']],
    ['code', '``` js {1}\na\n\n b\n```\n\n    x\n\ty\n\n~~~\n~~~', ['code js "a\\n\\n b"', 'code  "x\\ny"']],
    ['indented fences', '  ```\n  a\n   b\n  ```', ['code  "a\\n b"']],
    ['quotes', '> a\nlazy\n>\n> > b\n\nc', ['quote p a lazy', 'quote quote p b', 'p c']],
    [
      'lists',
      '- a\n- b\n  1) c\n  2) d\n\n  more\n* e',
      ['item0 - a', 'item0 - b', 'item1 1. c', 'item1 2. d', '0>p more', 'new item0 - e'],
    ],
    ['numbers', '7. a\n7. b\n\nx\n2. y', ['item0 7. a', 'item0 8. b', 'p x 2. y']],
    ['check boxes', '- [x] a\n- [ ] b\n- [y] c', ['item0 - [x] a', 'item0 - [ ] b', 'item0 - [y] c']],
    [
      'items of code and quotes',
      '- ```\n  a\n  ```\n- > b',
      ['item0 - ', '0>code  "a"', 'item0 - ', '0>quote p b'],
    ],
    [
      'tables',
      '| a | b |\n|:-|--:|\n| `x\\|y` | |\n|1|2|3|\n\nc',
      ['row a | b', 'row `x|y` | ', 'row 1 | 2', 'p c'],
    ],
    ['tables without header', '| | |\n| --- | --- |\n| a | b |', ['row a | b']],
    [
      'HTML',
      '<div>\n*a*\n</div>\n\nb <i>c</i> <!-- d -->',
      ['html "<div>\\n*a*\\n</div>"', 'p b raw{<i>}craw{</i>} raw{<!-- d -->}'],
    ],
    [
      'footnotes',
      'a[^1] b[^2]\n\n[^1]: one\n    two\n\n    three\n    - four\n[^x]: y',
      ['p a^1 b[^2]', 'note 1 one two//three//- four', 'note x y'],
    ],
    [
      'formulas',
      'of $a_1 * b$ for $5 or $6\n\n$$\nx = 1\n$$',
      ['p of raw{$a_1 * b$} for $5 or $6', 'formula x = 1'],
    ],
    ['containers', '::: tip\nA *b*\n:::\n\n> [!NOTE]\n> c', ['p A i(b)', 'quote p c']],
    ['imports', 'import A from "./a"\n\n# B', ['h1 B']],
    ['placeholders', 'Hi {a_b_c} and {{ x | y_z_ }}', ['p Hi raw{{a_b_c}} and raw{{{ x | y_z_ }}}']],
    ['figures', '![A *b*](c.png "t")\n\n![d](e) f', ['figure c.png A b', 'p !<e>(d) f']],
  ])('reads %s', (_name, markdown, expected) => {
    expect(read(markdown)).toEqual(expected);
    expect(read(markdown.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  it.each([
    ['emphasis', '*a **b*** __c__ ~~d~~ e_f_g', 'i(a b(b)) b(c) s(d) e_f_g'],
    ['code spans', '`` a`b `` and ` ` and `a\nb`', '`a`b` and ` ` and `a b`'],
    ['line breaks', 'a  \nb\\\nc\n  d', 'a/b/c d'],
    ['escapes', '\\*a\\* &amp; &copy; \\d', '*a* & © \\d'],
    ['links', '[a *b*](/c "t") [d](<e f>) [g]()', 'a</c>(a i(b)) a<e f>(d) a<>(g)'],
    ['brackets in links', '[[1]](#n) [a [b] c](d)', 'a<#n>([1]) a<d>(a [b] c)'],
    ['references', '[a][B] [b][] [b] [c] [d][e]\n\n[b]: /x\n  "t"', 'a</x>(a) a</x>(b) a</x>(b) [c] [d][e]'],
    [
      'addresses',
      '<https://a.b> https://c.d/e. www.f.g h@i.jk',
      'a<https://a.b>(https://a.b) a<https://c.d/e>(https://c.d/e). a<http://www.f.g>(www.f.g) a<mailto:h@i.jk>(h@i.jk)',
    ],
    ['placeholders in addresses', '[a]({b}/c) [d]\n\n[d]: /e/{f_g}', 'a<{b}/c>(a) a</e/{f_g}>(d)'],
    ['a link without an address', '[a@b.cd]()', 'a<>(a@b.cd)'],
    ['addresses in links', '[a@b.cd](mailto:a@b.cd)', 'a<mailto:a@b.cd>(a@b.cd)'],
    ['images', '![a](b) [![c](d)](e)', '!<b>(a) a<e>(!<d>(c))'],
  ])('reads %s inside text', (_name, markdown, expected) => {
    const [block] = readMarkdown(markdown).blocks;
    expect(inline(block?.kind === 'paragraph' ? block.content : [])).toBe(expected);
  });

  it('reads front matter, and text after a byte order mark', () => {
    const { blocks, frontMatter } = readMarkdown('---\ntitle: A\n---\n# B');
    expect([frontMatter?.fields.get('title'), outline(blocks)]).toEqual(['A', ['h1 B']]);
    expect(read('\ufeff# B')).toEqual(['h1 B']);
    expect(read('---\n\nNo front matter here.\n\n---')).toEqual(['rule', 'p No front matter here.', 'rule']);
  });

  it('states places in which every character of a text is once', () => {
    const parts = [
      'a ',
      '*',
      '**',
      '`',
      '[',
      '](b)',
      '![',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '|',
      '<b>',
      '😀',
      '$x$ ',
      '{n} ',
      '\\',
      '&amp; ',
      '# ',
      '\t',
      '  \n',
      '\r\n',
    ];
    const check = (nodes: readonly InlineNode[], source: string, start: number): number => {
      let end = start;
      for (const { range, ...node } of nodes) {
        expect(range?.startIndex).toBe(end);
        end = range?.endIndex ?? 0;
        const raw = source.slice(range?.startIndex, end);
        if (node.type === 'text' && raw.length === node.value.length)
          expect(raw.replace(/[\t\n\r]/g, ' ')).toBe(node.value.replace(/\t/g, ' '));
        if ('children' in node)
          expect(
            check(node.children, source, node.children[0]?.range?.startIndex ?? end),
          ).toBeLessThanOrEqual(end);
      }
      return end;
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 24 }), (chosen) => {
        const source = chosen.join('');
        let end = 0;
        for (const block of readMarkdown(source).blocks) {
          expect(block.range?.startIndex).toBeGreaterThanOrEqual(end);
          end = block.range?.endIndex ?? 0;
          expect(end).toBeLessThanOrEqual(source.length);
          if ('content' in block) check(block.content, source, block.content[0]?.range?.startIndex ?? 0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('reads what writeMarkdown writes', () => {
    const text = fc
      .array(fc.constantFrom(...markupWords), { minLength: 1, maxLength: 6 })
      .map((chosen) => plainText(chosen.join(' ')));
    const item = (content: ListItemBlock['content'], depth: number, number?: number): ListItemBlock => ({
      kind: 'list-item',
      depth,
      ...(number !== undefined && { number }),
      marker: number === undefined ? '-' : `${number}.`,
      content,
    });
    const block = fc.oneof(
      text.map((content): ContentBlock => ({ kind: 'paragraph', content })),
      text.map((content): ContentBlock => ({ kind: 'heading', level: 3, content })),
      text.map((content): ContentBlock => item(content, 0)),
      text.map((content): ContentBlock => item(content, 0, 0)),
      text.map((content): ContentBlock => ({ kind: 'quote', blocks: [{ kind: 'paragraph', content }] })),
      text.map((content): ContentBlock => ({ kind: 'table', rows: [[{ content }], [{ content }]] })),
      fc.constant<ContentBlock>({ kind: 'code', text: '# a\n\n```\nb', language: 'sh' }),
      fc.constant<ContentBlock>({ kind: 'rule' }),
    );
    const shown = (blocks: readonly ContentBlock[]): string[] =>
      blocks.map((each) => {
        if (each.kind === 'quote') return `quote ${shown(each.blocks).join()}`;
        if (each.kind === 'table')
          return `table ${each.rows
            .flat()
            .map(({ content }) => textOf(content))
            .join('|')}`;
        return `${each.kind} ${'content' in each ? textOf(each.content) : 'text' in each ? each.text : ''}`;
      });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (chosen) => {
        const blocks = chosen.map((each, index) =>
          each.kind === 'list-item' && each.number !== undefined ? { ...each, number: index + 4 } : each,
        );
        const { markdown } = writeMarkdown(blocks);
        const { blocks: found } = readMarkdown(markdown);
        expect(shown(found)).toEqual(shown(blocks));
        expect(writeMarkdown(found).markdown).toBe(markdown);
      }),
      { numRuns: 500 },
    );
  });
});
