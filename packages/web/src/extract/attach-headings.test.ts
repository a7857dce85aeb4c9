import { describe, expect, it } from 'vitest';
import { analyzePage } from './analyze-page.ts';
import { attachHeadings } from './attach-headings.ts';

/** Returns the texts that are kept with these probabilities and a threshold of 0.6. */
async function keptTexts(html: string, probabilities: readonly number[]): Promise<string[]> {
  const { blocks } = await analyzePage({ html: `<body>${html}</body>`, url: 'https://example.org/' });
  const mask = Uint8Array.from(probabilities, (probability) => Number(probability >= 0.6));
  const kept = attachHeadings(blocks, mask, {
    probabilities: Float32Array.from(probabilities),
    threshold: 0.6,
  });
  return blocks.blocks.flatMap(({ text }, block) => (kept[block] === 1 ? [text] : []));
}

const section = '<section><h2>Cost</h2><h3>Roof</h3><p>The town paid.</p></section>';

describe('attachHeadings', () => {
  it('keeps the headings above kept text', async () => {
    expect(await keptTexts(section, [0.4, 0.4, 0.9])).toEqual(['Cost', 'Roof', 'The town paid.']);
  });

  it('keeps no improbable heading, and none of dropped text', async () => {
    expect(await keptTexts(section, [0.4, 0.2, 0.9])).toEqual(['The town paid.']);
    expect(await keptTexts(section, [0.5, 0.5, 0.5])).toEqual([]);
  });

  it('keeps no heading before the text of another part of the page', async () => {
    const html = '<aside><h2>Related</h2></aside><p>The town paid.</p>';
    expect(await keptTexts(html, [0.4, 0.9])).toEqual(['The town paid.']);
  });
});
