import type {} from '@quern/content/dom/dom';
import { attributeOf, type DomElement, domText, findElement, getAttribute } from '@quern/content/dom/dom';
import { collapseWhitespace } from '../collapse-whitespace.ts';

/** Attributes in which lazy-loading scripts keep the URL, in order of precedence. */
const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-url',
  'data-image',
  'data-hi-res-src',
];
const srcsetAttributes = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/**
 * Returns `src` and `alt` of an image; `src` is '' for placeholders and tracking pixels.
 * @param next the element after the image, which may be a `noscript` element with the image
 */
export function resolveImageSource(
  image: DomElement,
  next: DomElement | undefined,
  baseUrl: string,
): { readonly src: string; readonly alt: string } {
  const alt = collapseWhitespace(attributeOf(image, 'alt'));
  if (getAttribute(image, 'width') === '1' || getAttribute(image, 'height') === '1') return { src: '', alt };
  const own = attributeOf(image, 'src');
  const lazy = lazyAttributes.map((name) => attributeOf(image, name)).find((value) => isImageUrl(value));
  const srcsets = srcsetAttributes.map((name) => attributeOf(image, name));
  const candidates = [
    lazy ?? '',
    isPlaceholder(own) ? '' : own,
    ...srcsets.map(largestSrcsetCandidate),
    noscriptImage(next),
  ];
  const chosen = candidates.find((value) => value !== '') ?? '';
  const url = URL.parse(chosen.trim(), baseUrl);
  return { src: url && /^https?:$/.test(url.protocol) ? url.href : '', alt };
}

function isImageUrl(value: string): boolean {
  return value !== '' && !value.startsWith('data:') && !/[\s{]/.test(value.trim());
}

function isPlaceholder(src: string): boolean {
  return (
    src === '' ||
    src.startsWith('data:') ||
    /(?:^|\/)(?:blank|spacer|placeholder|pixel|transparent|lazy)[^/]*\.(?:gif|png|svg)/i.test(src)
  );
}

/** Returns the URL with the largest width or density in a `srcset` attribute; '' if there is none. */
function largestSrcsetCandidate(srcset: string): string {
  let best = '';
  let bestSize = -1;
  for (const [, url = '', size = '1x'] of srcset.matchAll(
    /([^\s,][^\s]*[^\s,])(?:\s+([\d.]+[wx]))?\s*(?:,|$)/g,
  )) {
    const value = Number.parseFloat(size) * (size.endsWith('x') ? 1000 : 1);
    if (!url.startsWith('data:') && value > bestSize) {
      best = url;
      bestSize = value;
    }
  }
  return best;
}

/** Returns the URL of an image in the `noscript` element after a lazy image. */
function noscriptImage(next: DomElement | undefined): string {
  if (next?.name !== 'noscript') return '';
  const inner = findElement(next, (element) => element.name === 'img');
  const src = inner ? attributeOf(inner, 'src') : '';
  return src !== '' ? src : (/<img[^>]{1,2000}?src=["']?([^"'\s>]+)/i.exec(domText(next))?.[1] ?? '');
}
