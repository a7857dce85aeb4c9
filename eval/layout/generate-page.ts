import { RandomSource } from '../ocr/render/drawing/random-source.ts';
import { drawDesign } from './pages/design.ts';
import type { PlacedPage } from './pages/placed-page.ts';
import { articles } from './pages/templates/articles.ts';
import { formPages } from './pages/templates/form-pages.ts';
import { manyColumns } from './pages/templates/many-columns.ts';
import { picturePages } from './pages/templates/picture-pages.ts';
import { tablePages } from './pages/templates/table-pages.ts';
import type { Template } from './pages/templates/template.ts';
import { Typesetter } from './pages/typesetter.ts';

/** All kinds of pages. Every second one is held out: nothing is tuned on it. */
export const templates: readonly (Template & { readonly isHeldOut: boolean })[] = [
  ...articles,
  ...manyColumns,
  ...tablePages,
  ...formPages,
  ...picturePages,
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
