import type { DomElement, DomNode } from '@quern/content/dom/dom';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

// A CommonMark parser of other hands reads what was written: the text must be the one that went in.
const parser = new MarkdownIt({ html: true });

type Token = ReturnType<MarkdownIt['parse']>[number];

const blockTags = /^(?:p|h[1-6]|ul|ol|li|blockquote|table|tr|td|th|br|div)$/;

function domText(node: DomNode): string {
  if (node.kind === 'text') return node.value;
  const inside = node.children.map(domText).join('');
  return blockTags.test(node.name) ? ` ${inside} ` : inside;
}

function markdownText(tokens: readonly Token[]): string {
  return tokens.map(tokenText).join('');
}

function tokenText(token: Token): string {
  if (/^(?:softbreak|hardbreak)$/.test(token.type) || isLineBreak(token)) return ' ';
  if (token.children !== null) return ` ${markdownText(token.children)} `;
  if (/_(?:open|close)$/.test(token.type)) return token.block ? ' ' : '';
  return token.content;
}

const isLineBreak = ({ type, content }: Token) => type === 'html_inline' && content === '<br>';

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

function element(name: string, children: DomNode[], attributes = {}): DomElement {
  return { kind: 'element', name, attributes, children };
}

/** Texts in which almost every character has a meaning somewhere in Markdown. */
const text = fc
  .array(
    fc.constantFrom(
      ...'*_~`[]()!<>&#+-=|:.\\^"\'$%{}'.split(''),
      ...[
        '**',
        '__',
        '```',
        '~~~',
        '---',
        '***',
        '](',
        '![',
        '&amp;',
        '&#39;',
        '<br>',
        '<a>',
        '</',
        '1.',
        '2)',
      ],
      ...[' ', ' ', ' ', ' ', '\n', '\u00a0', '    '],
      ...[
        'a',
        'b',
        'word',
        '1',
        'é',
        '漢',
        '“',
        '”',
        '—',
        '😀',
        '€',
        '[x]',
        '[^1]',
        '[a]:',
        'https://example.org',
      ],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts): DomNode => ({ kind: 'text', value: parts.join('') }));

const inlineTag = fc.constantFrom('strong', 'em', 'b', 'i', 'del', 'u', 'a', 'code', 'span');

const { inline } = fc.letrec<{ inline: DomNode }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc
      .tuple(inlineTag, fc.array(tie('inline'), { maxLength: 4 }))
      .map(
        ([name, children]): DomNode =>
          element(name, children, name === 'a' ? { href: 'https://example.org/a_(b)' } : {}),
      ),
    fc.constant<DomNode>(element('br', [])),
  ),
}));

const inlines = fc.array(inline, { minLength: 1, maxLength: 6 });

function expectSameText(content: DomElement): void {
  const markdown = toMarkdown(content);
  const actual = collapse(markdownText(parser.parse(markdown, {})));
  expect(actual, markdown).toBe(collapse(domText(content)));
}

const runs = { numRuns: Number(process.env['QUERN_TEST_RUNS'] ?? 1500) };

describe('Markdown read by another parser', () => {
  it.each(['p', 'h2', 'li', 'blockquote', 'div'])('has the text of the content of %s', (name) => {
    fc.assert(
      fc.property(inlines, (children) => {
        const block = element(name, children);
        expectSameText(element('body', [name === 'li' ? element('ul', [block]) : block]));
      }),
      runs,
    );
  });

  it('has the text of cells', () => {
    fc.assert(
      fc.property(inlines, inlines, (first, second) => {
        const row = (tag: string, cells: DomNode[][]) =>
          element(
            'tr',
            cells.map((cell) => element(tag, cell)),
          );
        const word: DomNode[] = [{ kind: 'text', value: 'word' }];
        expectSameText(
          element('body', [element('table', [row('th', [word, word]), row('td', [first, second])])]),
        );
      }),
      runs,
    );
  });
});
