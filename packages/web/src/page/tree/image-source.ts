import type { Properties } from 'hast';
import { type DomElement, domText, findElement, getAttribute } from '../dom.ts';

/** Where scripts for lazy loading keep the real address, in order of trust. */
const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-url',
  'data-image',
  'data-hi-res-src',
];
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/**
 * The address and alternative text of an image; `src` is '' for placeholders and tracking pixels.
 * @param next the element that follows it, which may be its form without scripts
 */
export function resolveImageSource(
  image: DomElement,
  next: DomElement | undefined,
  baseUrl: string,
): Properties {
  const alt = (getAttribute(image, 'alt') ?? '').replace(/\s+/g, ' ').trim();
  if (getAttribute(image, 'width') === '1' || getAttribute(image, 'height') === '1') return { src: '', alt };
  const own = getAttribute(image, 'src') ?? '';
  const lazy = lazyAttributes
    .map((name) => getAttribute(image, name) ?? '')
    .find((value) => looksLikeAddress(value));
  const sets = lazySets.map((name) => getAttribute(image, name) ?? '');
  const candidates = [
    lazy ?? '',
    isPlaceholder(own) ? '' : own,
    ...sets.map(largestSrcsetCandidate),
    noscriptImage(next),
  ];
  const chosen = candidates.find((value) => value !== '') ?? '';
  const url = URL.parse(chosen.trim(), baseUrl);
  return { src: url && /^https?:$/.test(url.protocol) ? url.href : '', alt };
}

function looksLikeAddress(value: string): boolean {
  return value !== '' && !value.startsWith('data:') && !/[\s{]/.test(value.trim());
}

function isPlaceholder(src: string): boolean {
  return (
    src === '' ||
    src.startsWith('data:') ||
    /(?:^|\/)(?:blank|spacer|placeholder|pixel|transparent|lazy)[^/]*\.(?:gif|png|svg)/i.test(src)
  );
}

/** Picks the candidate of the greatest width or density of a `srcset`. */
export function largestSrcsetCandidate(srcset: string): string {
  let best = '';
  let bestSize = -1;
  for (const [, address = '', size = '1x'] of srcset.matchAll(
    /([^\s,][^\s]*[^\s,])(?:\s+([\d.]+[wx]))?\s*(?:,|$)/g,
  )) {
    const value = Number.parseFloat(size) * (size.endsWith('x') ? 1000 : 1);
    if (!address.startsWith('data:') && value > bestSize) {
      best = address;
      bestSize = value;
    }
  }
  return best;
}

/** Images that a script would load often have their plain form in the `<noscript>` that follows. */
function noscriptImage(next: DomElement | undefined): string {
  if (next?.name !== 'noscript') return '';
  const inner = findElement(next, (element) => element.name === 'img');
  const src = inner ? (getAttribute(inner, 'src') ?? '') : '';
  return src !== '' ? src : (/<img[^>]{1,2000}?src=["']?([^"'\s>]+)/i.exec(domText(next))?.[1] ?? '');
}
