/** Default size and maker of each page, by the name of its generator. */
export type PageMakers = Readonly<Record<string, readonly [size: number, make: (size: number) => string]>>;

/** A sentence of 88 characters. */
export const prose =
  'The committee met on Tuesday, and the members agreed on the budget for the coming year. ';

/** Opens an element `depth` times, and closes it as often after the inner HTML. */
export function nest(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** Groups of nested elements, each just below the depth at which extraction stops nesting. */
export function nestGroups(size: number, open: string, inner: string, close: string, depth = 120): string {
  return nest(depth, open, inner, close).repeat(Math.max(1, Math.round(size / depth)));
}

/** A whole page around the HTML of its body and head. */
export function htmlPage(body: string, head = ''): string {
  return `<!doctype html><html><head><title>Report</title>${head}</head><body><h1>Report</h1>${body}</body></html>`;
}

/** A script element with JSON-LD. */
export function jsonLd(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}
