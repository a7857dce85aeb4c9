import { describe, expect, it } from 'vitest';
import { analyzePage } from './analyze-page.ts';
import { completeLists } from './complete-lists.ts';

/** Returns the texts that are kept with these probabilities by text and a threshold of 0.6; others have 0.9. */
async function keptTexts(html: string, improbable: Readonly<Record<string, number>>): Promise<string[]> {
  const { blocks, features } = await analyzePage({
    html: `<body>${html}</body>`,
    url: 'https://example.org/',
  });
  const texts = blocks.blocks.map(({ text }) => text.trim());
  const probabilities = Float32Array.from(texts, (text) => improbable[text] ?? 0.9);
  const mask = Uint8Array.from(probabilities, (probability) => Number(probability >= 0.6));
  const words = features.textFeatures.map((text) => text.words);
  const kept = completeLists(blocks, mask, words, { probabilities, threshold: 0.6 });
  return texts.filter((_, block) => kept[block] === 1);
}

const prose = 'The rope has three strands that are laid to the right.';

describe('completeLists', () => {
  it.each([
    ['short items', `<ul><li>${prose}</li><li>an eye splice</li></ul>`],
    ['items of an inner list', `<ol><li>${prose}<ul><li>an eye splice</li></ul></li></ol>`],
    ['attributions', `<blockquote><p>${prose}</p><footer>an eye splice</footer></blockquote>`],
  ])('keeps %s where most words are kept', async (_name, html) => {
    expect(await keptTexts(html, { 'an eye splice': 0.3 })).toEqual([prose, 'an eye splice']);
  });

  it('adds nothing that is improbable, and nothing to a list that is mostly dropped', async () => {
    const list = `<ul><li>${prose}</li><li>an eye splice</li></ul>`;
    expect(await keptTexts(list, { 'an eye splice': 0.1 })).toEqual([prose]);
    expect(await keptTexts(list, { [prose]: 0.5 })).toEqual(['an eye splice']);
  });
});
