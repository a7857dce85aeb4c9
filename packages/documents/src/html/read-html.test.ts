import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { DocumentError } from '../errors/document-error.ts';

async function markdownOf(body: string, head = ''): Promise<string> {
  const page = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  return (await convertDocument(Buffer.from(page))).markdown;
}

describe('convertDocument of HTML', () => {
  it('warns of elements beyond the maximum number, whose text it reads', async () => {
    const { markdown, warnings } = await convertDocument(
      Buffer.from(`<!doctype html><p>${'<i>a</i>'.repeat(200_000)}<b>end</b>`),
    );
    expect(markdown.endsWith('end*') || markdown.endsWith('end')).toBe(true);
    expect(warnings).toMatchObject([{ code: 'too_many_elements' }]);
  });

  it.each([
    ['collapses white space', '<p>a\n  b <b> c </b>d</p>\n<p>e</p>', 'a b **c** d\n\ne'],
    [
      'keeps the white space of listings',
      '<pre class="x"><code class="language-py">a\n  b</code></pre>',
      '```py\na\n  b\n```',
    ],
    [
      'nests lists and keeps their numbers',
      '<ol start="3"><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>',
      '3. a\n   - b\n\n4. c\n\n   d',
    ],
    ['separates adjacent lists', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
    ['writes checkboxes', '<ul><li><input type="checkbox" checked disabled> a</li></ul>', '- [x] a'],
    ['writes definitions below their terms', '<dl><dt>a</dt><dd>b</dd></dl>', '- **a**\n\n  b'],
    [
      'repeats cells that span rows and columns',
      '<table><tr><th rowspan="2">a</th><th colspan="2">b</th></tr><tr><th>c</th><th>d</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>',
      '| a | b | b |\n| --- | --- | --- |\n| a | c | d |\n| 1 | 2 | 3 |',
    ],
    [
      'puts the head of a table first and its foot last',
      '<table><tfoot><tr><td>z</td><td>9</td></tr></tfoot><tbody><tr><td>x</td><td>1</td></tr></tbody><thead><tr><th>h</th><th>i</th></tr></thead><caption>Sums</caption></table>',
      'Sums\n\n| h | i |\n| --- | --- |\n| x | 1 |\n| z | 9 |',
    ],
    [
      'reads tables that only lay out the page as text',
      '<table role="presentation"><tr><td><p>a</p></td><td>b</td></tr></table>',
      'a\n\nb',
    ],
    [
      'leaves out what is not shown',
      '<script>x</script><style>y</style><template>z</template><p hidden>w</p><div style="display:none">v</div><p>a</p>',
      'a',
    ],
    ['keeps exponents', '<p>10<sup>6</sup> m<sup>2</sup>, 1<sup>st</sup></p>', '10⁶ m², 1st'],
    ['reads formulas', '<p>So <math><mfrac><mi>a</mi><mn>2</mn></mfrac></math></p>', 'So $\\frac{a}{2}$'],
    [
      'leaves formulas as they are where a script typesets them',
      '<script src="/mathjax/tex-chtml.js"></script><p>Let \\(a_1*b*c\\) cost $5 or $6_a.</p><p>\\[x_1 % first<br>+ y*z*\\]</p>$$a_b$$',
      'Let \\(a_1*b*c\\) cost $5 or $6_a.\n\n\\[x_1 + y*z*\\]\n\n$$a_b$$',
    ],
    ['escapes them elsewhere', '<p>Let \\(a*b*c\\) be.</p>', 'Let \\\\(a\\*b\\*c\\\\) be.'],
    ['quotes', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>', '> a\n>\n> - b'],
    [
      'writes a caption once',
      '<figure><img src="https://x.y/a.png" alt="A"><figcaption>A</figcaption></figure>',
      '![A](https://x.y/a.png)',
    ],
    [
      'keeps links around blocks',
      '<a href="https://x.y"><h2>T</h2><p>a</p></a>',
      '## [T](https://x.y)\n\n[a](https://x.y)',
    ],
    ['drops links that lead nowhere', '<p><a href="#x">a</a> <a href="javascript:y()">b</a></p>', 'a b'],
  ])('%s', async (_, body, expected) => {
    expect(await markdownOf(body)).toBe(expected);
  });

  it('makes links absolute where the page states its address', async () => {
    const base = '<base href="https://example.org/docs/">';
    expect(await markdownOf('<a href="a.html">a</a>', base)).toBe('[a](https://example.org/docs/a.html)');
    expect(await markdownOf('<a href="a.html">a</a>')).toBe('[a](a.html)');
  });

  it.each([
    [
      'Pandoc',
      '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>n<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
    ],
    [
      'LibreOffice',
      '<p>a<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>n</p></div>',
    ],
    [
      'Word',
      '<p>a<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><span>[1]</span></a></p><div><hr><div style="mso-element:footnote" id="ftn1"><p><a style="mso-footnote-id:ftn1" href="#_ftnref1" name="_ftn1"><span>[1]</span></a> n</p></div></div>',
    ],
  ])('links the footnotes of %s', async (_, body) => {
    expect(await markdownOf(body)).toBe('a[^1]\n\n[^1]: n');
  });

  it('reads the lists of Word', async () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp; </span></span>${text}</p>`;
    expect(await markdownOf(item(1, '1.', 'a') + item(2, '·', 'b') + item(1, '2.', 'c'))).toBe(
      '1. a\n   - b\n2. c',
    );
  });

  it('reads any charset and the metadata', async () => {
    const page =
      '<html lang="de"><meta charset="iso-8859-1"><meta name="author" content="Jörg"><title>Größe</title><p>Straße';
    const { markdown, metadata } = await convertDocument(Buffer.from(page, 'latin1'));
    expect(markdown).toBe('Straße');
    expect(metadata).toMatchObject({ title: 'Größe', author: 'Jörg', language: 'de' });
  });

  it('reads the metadata that a saved article states', async () => {
    const ld = JSON.stringify({
      '@type': 'NewsArticle',
      headline: 'Ferry &amp; bridge',
      author: [{ name: 'Ana Ruiz' }, { name: 'Tom Lee' }],
      datePublished: '2024-03-12T08:30:00+01:00',
    });
    const page = `<html lang="en_GB"><script type="application/ld+json">${ld}</script><p>Text</p><p>Updated <time itemprop="dateModified">13 March 2024</time></p>`;
    const { metadata } = await convertDocument(Buffer.from(page));
    expect(metadata).toEqual({
      title: 'Ferry & bridge',
      author: 'Ana Ruiz, Tom Lee',
      createdAt: '2024-03-12T08:30:00+01:00',
      modifiedAt: '2024-03-13T00:00:00Z',
      language: 'en-GB',
    });
  });

  it.each([
    '<div>',
    '<ul><li>x',
    '<blockquote>x',
    '<table><tr><td>x',
    '<b>x',
    '<td colspan=1000 rowspan=60000>x',
    '<a href="#fn1">1</a>',
  ])('reads a megabyte of %s, or rejects it clearly', async (part) => {
    const outcome = await markdownOf(part.repeat(1_000_000 / part.length)).catch((error: unknown) => error);
    if (typeof outcome !== 'string') expect(outcome).toBeInstanceOf(DocumentError);
    else expect(outcome.length).toBeLessThan(8_000_000);
  });
});
