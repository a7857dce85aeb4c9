import { describe, expect, it } from 'vitest';
import { analyzePage } from './analyze-page.ts';
import { dropRepeats } from './drop-repeats.ts';

const sentence = 'The wheel was rebuilt from local oak and tarred twice before the first frost.';

async function keptTexts(body: string): Promise<string[]> {
  const { blocks, features } = await analyzePage({
    html: `<body>${body}</body>`,
    url: 'https://example.org/',
  });
  const all = new Uint8Array(blocks.blocks.length).fill(1);
  const kept = dropRepeats(blocks, all, features.textFeatures);
  return blocks.blocks.filter((_, index) => kept[index] === 1).map(({ text }) => text.trim());
}

describe('dropRepeats', () => {
  it('keeps the first of several equal paragraphs, whatever their case and punctuation', async () => {
    expect(
      await keptTexts(`<p>${sentence}</p><p>Other.</p><noscript><p>${sentence.toUpperCase()}</p></noscript>`),
    ).toEqual([sentence, 'Other.']);
  });

  it('keeps repeated short lines, table cells and code', async () => {
    const html = `<p>Read on</p><p>Read on</p><table><tr><td>${sentence}<td>${sentence}</table><pre>${sentence}</pre><pre>${sentence}</pre>`;
    expect(await keptTexts(html)).toHaveLength(6);
  });

  it('does not count a dropped block as a first copy', async () => {
    const { blocks, features } = await analyzePage({
      html: `<p>${sentence}</p><p>${sentence}</p>`,
      url: 'https://example.org/',
    });
    expect([...dropRepeats(blocks, Uint8Array.of(0, 1), features.textFeatures)]).toEqual([0, 1]);
  });
});
