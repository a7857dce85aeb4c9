import type { TestPage } from './serve-site.ts';

/** Replaces `:PORT` in the text and the headers of a page, since pages are written before the port is known. */
export function withPort(page: TestPage | undefined, port: number): TestPage | undefined {
  const replaced = (text: string) => text.replaceAll(':PORT', `:${port}`);
  if (typeof page === 'string') return replaced(page);
  if (typeof page !== 'object') return page;
  const { body, headers = {} } = page;
  return {
    ...page,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, replaced(value)])),
    ...(typeof body === 'string' ? { body: replaced(body) } : {}),
  };
}
