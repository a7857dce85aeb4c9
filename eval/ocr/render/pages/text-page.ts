import { escapeHtml } from '../browser/escape-html.ts';
import type { FontFamily } from '../browser/font-families.ts';
import type { PageInput } from '../browser/page-camera.ts';
import type { RandomSource } from '../drawing/random-source.ts';

const scales = [1, 1.25, 1.5, 2];
const colors = [
  ['#000', '#fff'],
  ['#222', '#fff'],
  ['#333', '#fdfaf3'],
  ['#1b2a41', '#f4f6f8'],
  ['#444', '#fff'],
] as const;
/** Writing systems whose sentences are joined without spaces. */
const spaceless = new Set(['ja', 'zh', 'zh-Hant']);

/** Draws the layout of a page of running text: a heading and paragraphs, or a heading, a list and a paragraph. */
export function drawTextPage(
  sentences: readonly string[],
  language: string,
  family: FontFamily,
  random: RandomSource,
): PageInput {
  const size = random.integer(13, 22);
  const lineHeight = random.number(1.35, 1.7);
  const [ink, paper] = random.pick(colors);
  const [normal = 400, bold = normal] = family.weights;
  const separator = spaceless.has(language) ? '' : ' ';
  const texts = random.shuffle(sentences).map(escapeHtml);
  const heading = texts.toSorted((left, right) => left.length - right.length)[0] ?? '';
  const rest = texts.filter((text) => text !== heading);
  const paragraph = (count: number) => `<p>${rest.splice(0, count).join(separator)}</p>`;
  const listed = () =>
    `<ol>${rest
      .splice(0, 3)
      .map((text, index) => `<li>${index + 1}. ${text}</li>`)
      .join('')}</ol>`;
  const html = random.chance(0.6)
    ? `<h1>${heading}</h1>${paragraph(3)}${paragraph(3)}${paragraph(2)}`
    : `<h1>${heading}</h1>${paragraph(3)}${listed()}${paragraph(2)}`;
  const css = `
    body { font: ${normal} ${size}px/${lineHeight.toFixed(2)} '${family.family}'; color: ${ink}; background: ${paper};
      padding: ${random.integer(24, 60)}px }
    h1 { font-size: ${random.number(1.2, 1.6).toFixed(2)}em; font-weight: ${bold}; margin: 0 0 .6em }
    p { margin: 0 0 .9em; ${random.chance(0.25) ? 'text-align: justify' : ''} }
    ol { list-style: none; margin: 0 0 .9em; padding-inline-start: 1em }`;
  const width = Math.round(size * random.number(32, 44)) + 80;
  return { html, css, families: [family], language, width, scale: random.pick(scales) };
}
