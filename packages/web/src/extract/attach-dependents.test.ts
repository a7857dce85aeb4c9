import { describe, expect, it } from 'vitest';
import { analyzePage } from './analyze-page.ts';
import { attachDependents } from './attach-dependents.ts';

const prose =
  '<p>After three years of work the mill turned again on Saturday, and the first sack of flour in sixty years was carried out of its door to the applause of a crowd.</p><p>The roof had fallen in during a storm, and the wheel rotted where it stood.</p>';

/** Whether the block with the text "part" is kept at this probability, with a threshold of 0.6 and prose at `proseProbability`. */
async function keepsPart(part: string, probability: number, proseProbability = 0.9): Promise<boolean> {
  const html = `<body><nav><a href="/">Home</a></nav><main>${prose}${part}${prose}</main></body>`;
  const { blocks, features } = await analyzePage({ html, url: 'https://example.org/' });
  const isPart = blocks.blocks.map(({ text }) => text.includes('part'));
  const probabilities = Float32Array.from(isPart, (is) => (is ? probability : proseProbability));
  const mask = Uint8Array.from(probabilities, (each) => Number(each >= 0.6));
  const words = features.textFeatures.map((text) => text.words);
  const kept = attachDependents(blocks, mask, words, { probabilities, threshold: 0.6 });
  expect(isPart).toContain(true);
  return isPart.every((is, block) => !is || kept[block] === 1);
}

describe('attachDependents', () => {
  it.each([
    ['a caption', '<figure><img src="/a.jpg" alt=""><figcaption>part</figcaption></figure>'],
    ['a quotation', '<blockquote><p>part</p></blockquote>'],
    ['code', '<div><pre>part</pre></div>'],
    ['a signature', '<div class="signature">\n<code>void part()</code>\n</div>'],
    [
      'a table of a highlighter',
      '<table class="rouge-table"><tr><td class="gutter">1</td><td><pre>part</pre></td></tr></table>',
    ],
  ])('keeps %s between paragraphs that are kept', async (_name, html) => {
    expect(await keepsPart(html, 0.2)).toBe(true);
    expect(await keepsPart(html, 0.2, 0.3)).toBe(false);
  });

  it('keeps code in any case, and other parts unless they are improbable', async () => {
    expect(await keepsPart('<pre>part</pre>', 0.01)).toBe(true);
    expect(await keepsPart('<blockquote>part</blockquote>', 0.01)).toBe(false);
    expect(await keepsPart('<p>part</p>', 0.5)).toBe(false);
    expect(await keepsPart('<p><code>git</code> is part</p>', 0.5)).toBe(false);
  });
});
