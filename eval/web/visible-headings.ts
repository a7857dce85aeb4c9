import type { ParseHtml } from './visible-content.ts';

const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const hiddenClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|screen-reader-only|screenreader)(?:\s|$)/i;
const outsideSelector =
  'nav, footer, dialog, [role=navigation], [role=contentinfo], [role=dialog], template, noscript';

/** Returns the texts of the visible `h1` elements of a page that are not part of navigation, dialogs or footers. */
export function findVisibleHeadings(html: string, parseHtml: ParseHtml): string[] {
  const { document } = parseHtml(html);
  return Array.from(document.querySelectorAll('h1'))
    .filter((heading) => heading.closest(outsideSelector) === null)
    .filter((heading) => {
      for (let element: typeof heading | null = heading; element !== null; element = element.parentElement) {
        if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return false;
        if (hiddenStyle.test(element.getAttribute('style') ?? '')) return false;
        if (hiddenClass.test(element.getAttribute('class') ?? '')) return false;
      }
      return true;
    })
    .map((heading) => (heading.textContent ?? '').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}
