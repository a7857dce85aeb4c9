import { RandomSource } from '../../ocr/render/drawing/random-source.ts';
import { drawDesign } from './design.ts';
import type { PlacedPage } from './placed-page.ts';
import { articles } from './templates/articles.ts';
import { formPages } from './templates/form-pages.ts';
import { manyColumns } from './templates/many-columns.ts';
import { tablePages } from './templates/table-pages.ts';
import type { Template } from './templates/template.ts';
import { Typesetter } from './typesetter.ts';

/** All kinds of pages. Every second one is held out: nothing is tuned on it. */
export const templates: readonly (Template & { readonly isHeldOut: boolean })[] = [
  ...articles,
  ...manyColumns,
  ...tablePages,
  ...formPages,
].map((template, index) => ({ ...template, isHeldOut: index % 2 === 1 }));

/** Generates a page of a kind; the same one for a seed. */
export function generatePage(template: Template, seed: number): PlacedPage {
  const random = new RandomSource(seed * 7919 + hashOf(template.name));
  const page = new Typesetter(random);
  template.set(page, drawDesign(random, template.isTight));
  return page.finish();
}

const hashOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
