import { dividePage } from '@quern/layout';
import { RandomSource } from '../ocr/render/drawing/random-source.ts';
import { generatePage, type templates } from './generate-page.ts';
import { lineItems, type TruthItem, wordItems } from './pages/page-items.ts';
import type { PlacedPage } from './pages/placed-page.ts';
import { type OrderScore, scoreOrder } from './score-order.ts';

/** Where boxes come from: a PDF has words, and pictures have lines with noise. */
export type Source = 'pdf' | 'picture';

/** Divides a generated page into regions. */
export function dividePlacedPage(page: PlacedPage, source: Source, seed: number): TruthItem[][] {
  const random = new RandomSource(seed);
  if (source === 'pdf') return dividePage({ items: wordItems(page, random), rules: page.rules });
  return dividePage({ items: lineItems(page, random), areLines: true });
}

/** Measures the order of the pages of a template. */
export function measureOrder(
  template: (typeof templates)[number],
  source: Source,
  seeds: readonly number[],
): OrderScore {
  const scores = seeds.map((seed) => {
    const page = generatePage(template, seed);
    return scoreOrder(page, dividePlacedPage(page, source, seed));
  });
  return addScores(scores);
}

/** Sums scores. */
export function addScores(scores: readonly OrderScore[]): OrderScore {
  const sum = (figure: (score: OrderScore) => number): number =>
    scores.reduce((total, score) => total + figure(score), 0);
  return {
    paragraphs: sum(({ paragraphs }) => paragraphs),
    ordered: sum(({ ordered }) => ordered),
    tables: sum(({ tables }) => tables),
    kept: sum(({ kept }) => kept),
  };
}
