import { describe, expect, it } from 'vitest';
import { generatePage, templates } from './generate-page.ts';
import { addScores, measureOrder, type Source } from './measure-order.ts';

/** Seeds that neither tuning nor the measurement uses. */
const seeds = [50_001, 50_002];

describe('generatePage', () => {
  it('generates at least 40 kinds of pages, with names that differ', () => {
    const names = new Set(templates.map(({ name }) => name));
    expect(names.size).toBe(templates.length);
    expect(names.size).toBeGreaterThanOrEqual(40);
  });

  it('generates the same page for a seed, and others for other seeds', () => {
    for (const template of templates) {
      const page = generatePage(template, 7);
      expect(generatePage(template, 7)).toEqual(page);
      expect(generatePage(template, 8)).not.toEqual(page);
    }
  });

  it('sets all text on the page', () => {
    for (const template of templates) {
      const { units, width, height } = generatePage(template, 3);
      const words = units.flatMap(({ lines }) => lines.flat());
      expect(words.length, template.name).toBeGreaterThan(10);
      expect(words.every(({ left, top }) => left >= 0 && left < width && top >= 0 && top < height)).toBe(
        true,
      );
    }
  });
});

describe('dividePage on generated pages', () => {
  it.each<[Source, number]>([
    ['pdf', 0.96],
    ['picture', 0.95],
  ])('orders the paragraphs of a %s', (source, orderedMin) => {
    const { paragraphs, ordered, tables, kept } = addScores(
      templates.map((template) => measureOrder(template, source, seeds)),
    );
    expect(ordered / paragraphs).toBeGreaterThanOrEqual(orderedMin);
    expect(kept / tables).toBeGreaterThanOrEqual(0.85);
  });

  it.each<[Source, number]>([
    ['pdf', 9026],
    ['picture', 9054],
  ])(
    'reads columns of a %s one after the other that flow around a picture with a caption',
    (source, seed) => {
      const template = templates.find(({ name }) => name.endsWith('flow around a picture with a caption'));
      if (template === undefined) throw new Error('There is no such template.');
      const { paragraphs, ordered } = measureOrder(template, source, [seed]);
      expect(ordered).toBe(paragraphs);
    },
  );
});
