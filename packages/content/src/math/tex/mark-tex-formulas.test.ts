import { describe, expect, it } from 'vitest';
import { domText, findElements } from '../../dom/dom.ts';
import { parseDocument } from '../../dom/parse-document.ts';
import { readMathSource } from '../math-source.ts';
import { markTexFormulas } from './mark-tex-formulas.ts';
import { pageTexDelimiters } from './page-tex-delimiters.ts';

const mathjax = '<script async src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-mml-chtml.js"></script>';

async function formulasOf(body: string, head = mathjax): Promise<string[]> {
  const document = markTexFormulas(await parseDocument(`<head>${head}</head><body>${body}</body>`));
  return document.elements.flatMap((element) => readMathSource(element)?.source ?? []);
}

async function delimitersOf(head: string): Promise<string | undefined> {
  const delimiters = pageTexDelimiters(await parseDocument(`<head>${head}</head><body></body>`));
  return delimiters?.pairs.map(({ left }) => left).join(' ');
}

describe('pageTexDelimiters', () => {
  it.each([
    ['MathJax 3', mathjax],
    ['MathJax 2', '<script src="//x.org/mathjax/2.7.5/MathJax.js?config=TeX-AMS_HTML"></script>'],
    ['a loader', '<script>s.src = "https://cdn.jsdelivr.net/npm/mathjax@4/tex-svg.js"</script>'],
    ['KaTeX', '<script defer src="/katex/katex.min.js"></script>'],
    ['KaTeX, started late', '<script src="/a.js" onload="renderMathInElement(document.body)"></script>'],
    ['a style sheet of KaTeX', '<link rel="stylesheet" href="https://x.org/KaTeX/0.12.0/katex.min.css">'],
  ])('returns the usual delimiters for %s', async (_, head) => {
    expect(await delimitersOf(head)).toBe('$$ \\[ \\( $');
  });

  it.each([
    ['no script', '<script src="/app.js"></script>'],
    ['data that mentions one', '<script type="application/json">{"mathjax":false,"katex":true}</script>'],
    ['MathJax for AsciiMath', '<script src="/MathJax.js?config=AM_CHTML"></script>'],
  ])('returns none for %s', async (_, head) => {
    expect(await delimitersOf(head)).toBeUndefined();
  });

  it.each([
    [`<script>MathJax = { tex: { inlineMath: [['$', '$'], ['\\\\(', '\\\\)']] } };</script>`, '$$ \\[ $ \\('],
    [`<script>MathJax = { tex: { inlineMath: {'[+]': [['$', '$']]} } };</script>`, '$$ \\[ \\( $'],
    [
      '<script type="text/x-mathjax-config">MathJax.Hub.Config({tex2jax: {inlineMath: [["\\\\$", "\\\\$"]], displayMath: [["$$", "$$"]]}})</script>',
      '$$ \\$',
    ],
    [
      '<script>renderMathInElement(document.body,{delimiters:[{left:"$$",right:"$$",display:!0},{left:"$",right:"$",display:!1}]})</script>',
      '$$ $',
    ],
    [
      `<script>renderMathInElement(document.body, { delimiters: [{ left: '[tex]', right: '[/tex]', display: true }] })</script>`,
      '[tex] \\(',
    ],
  ])('reads the settings %s', async (head, expected) => {
    expect(await delimitersOf(head)).toBe(expected);
  });
});

describe('markTexFormulas', () => {
  it('marks formulas where a script typesets them, and leaves the text as it is', async () => {
    const body = '<p>Let \\(a_1*b\\) be <b>$$c$$</b>, for $5 or $6_x.</p>';
    const document = markTexFormulas(await parseDocument(`<head>${mathjax}</head><body>${body}</body>`));
    expect(domText(document.body)).toBe('Let \\(a_1*b\\) be $$c$$, for $5 or $6_x.');
    const found = document.elements.flatMap((element) => readMathSource(element) ?? []);
    expect(found).toEqual([
      { tex: 'a_1*b', display: false, source: '\\(a_1*b\\)' },
      { tex: 'c', display: true, source: '$$c$$' },
    ]);
  });

  it('reads formulas with line breaks', async () => {
    expect(await formulasOf('<p>a $$x<br>=<br/>y$$ b<br>c \\(z\\)</p>')).toEqual(['$$x\n=\ny$$', '\\(z\\)']);
    const document = markTexFormulas(
      await parseDocument(`<head>${mathjax}</head><body>a<br>b \\(c\\)<br>d</body>`),
    );
    expect(findElements(document.body, ({ name }) => name === 'br')).toHaveLength(2);
    expect(domText(document.body)).toBe('ab \\(c\\)d');
  });

  it('reads elements that are marked as formulas on any page', async () => {
    const body =
      '<p>$a$ <span class="math-container">$b_1$</span> <math-renderer>$$c$$</math-renderer> <div class="kdmath">$$d$$</div></p>';
    expect(await formulasOf(body, '')).toEqual(['$b_1$', '$$c$$', '$$d$$']);
  });

  it('finds dollar signs around TeX where the settings of the page are unknown', async () => {
    const body = '<p>The set $\\{ k_1, k_2 \\}$ of $n$ costs $5 and $6 or $x plus$.</p>';
    expect(await formulasOf(body)).toEqual(['$\\{ k_1, k_2 \\}$', '$n$']);
    const stated = `<script>MathJax = { tex: { inlineMath: [['\\\\(', '\\\\)']] } };</script>`;
    expect(await formulasOf(body, stated)).toEqual([]);
  });

  it.each([
    ['a page without a script', '<p>\\(a\\) $$b$$</p>', ''],
    ['what claims to be marked', '<span TeX="a" tex="a">**a**</span>', ''],
    ['code', '<pre>\\(a\\)</pre><code>$$b$$</code>', mathjax],
    ['elements that are kept out', '<div class="tex2jax_ignore">\\(a\\) <b>$$b$$</b></div>', mathjax],
    ['formulas across elements', '<p>$$a<em>b</em>c$$</p>', mathjax],
  ])('leaves %s as text', async (_, body, head) => {
    expect(await formulasOf(body, head)).toEqual([]);
  });
});
