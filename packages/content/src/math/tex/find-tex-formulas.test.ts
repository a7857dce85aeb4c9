import { describe, expect, it } from 'vitest';
import { findTexFormulas } from './find-tex-formulas.ts';
import { allDelimiters, displayDelimiters, inlineDelimiters } from './tex-delimiter.ts';

const withoutDollar = { pairs: [...displayDelimiters, ...inlineDelimiters], hasEnvironments: true };

function sources(text: string, delimiters = allDelimiters): string[] {
  return findTexFormulas(text, delimiters).map(({ start, end }) => text.slice(start, end));
}

describe('findTexFormulas', () => {
  it('returns offsets, the TeX without delimiters, and whether the formula is displayed', () => {
    expect(findTexFormulas('So \\( a_1 \\) or $$b$$.', allDelimiters)).toEqual([
      { start: 3, end: 12, tex: 'a_1', display: false },
      { start: 16, end: 21, tex: 'b', display: true },
    ]);
  });

  it.each([
    ['Take $x$, $y_1$ and $\\frac{a}{b}$.', ['$x$', '$y_1$', '$\\frac{a}{b}$']],
    ['the $n$th and $(n+1)$st, non-$k$', ['$n$', '$(n+1)$', '$k$']],
    ['$$\na * b\n$$', ['$$\na * b\n$$']],
    ['\\[ x = y \\\\[2pt] z \\]', ['\\[ x = y \\\\[2pt] z \\]']],
    ['$a \\text{ for $x$ } b$', ['$a \\text{ for $x$ } b$']],
    ['\\(\\{x\\}\\) then \\(y\\)', ['\\(\\{x\\}\\)', '\\(y\\)']],
    ['\\begin{align*} a &= b \\end{align*}', ['\\begin{align*} a &= b \\end{align*}']],
    [
      '\\begin{array}{c}\\begin{array}{c}a\\end{array}\\end{array}',
      ['\\begin{array}{c}\\begin{array}{c}a\\end{array}\\end{array}'],
    ],
    ['$ x^2 $ and $ y $ and $ a = b $', ['$ x^2 $', '$ y $', '$ a = b $']],
    ['$100\\%$ of $5$', ['$100\\%$', '$5$']],
    ['It costs $5, and $x$ is free.', ['$x$']],
  ])('finds the formulas of %j', (text, expected) => {
    expect(sources(text)).toEqual(expected);
  });

  it.each([
    'It costs $5 and $10.',
    'between $20k-$25k/month, US$30 or A$40',
    '$1,000,$2,000',
    '($5) or ($10)',
    '$AAPL,$MSFT and $TSLA',
    'set $HOME/$USER to $PATH:$HOME',
    'Restaurants: $$ - $$$, $$$$',
    'a fee of $5 per month plus tax (or 5$)',
    'escaped \\$x\\$ and \\\\(x\\\\)',
    '\\begin{itemize} a \\end{itemize}',
    '\\( never closed, $x',
    'a $ b',
    'The price rose from $3 million_units to $4',
    'one $x\n\ny$ two',
  ])('leaves %j as text', (text) => {
    expect(sources(text)).toEqual([]);
  });

  it('needs a setting for single dollar signs', () => {
    expect(sources('$x$ \\(y\\) $$z$$', withoutDollar)).toEqual(['\\(y\\)', '$$z$$']);
  });

  it('reads delimiters of a page', () => {
    const pairs = [
      { left: '\\$', right: '\\$', display: false },
      { left: '[tex]', right: '[/tex]', display: true },
    ];
    expect(sources('\\$x\\$ for $5, [tex]a[/tex]', { pairs, hasEnvironments: false })).toEqual([
      '\\$x\\$',
      '[tex]a[/tex]',
    ]);
  });

  it('skips a delimiter whose partner is outside of its braces', () => {
    expect(sources('{ $a } b$ and $c$')).toEqual(['$c$']);
    expect(sources('$a{b$ text $c$')).toEqual(['$c$']);
  });
});
