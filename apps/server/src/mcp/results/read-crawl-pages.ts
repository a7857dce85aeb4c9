import { z } from 'zod';
import { quoteValue } from '../../errors/quote-value.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import type { McpSession } from '../session/mcp-session.ts';
import type { TextPart } from './result-schemas.ts';
import { endOfPart, partLengthMax } from './text-parts.ts';

/** A line of the stream of pages, as far as it is shown. */
const pageLine = z.object({
  cursor: z.int(),
  url: z.string(),
  data: z.object({ markdown: z.string().optional() }).optional(),
  error: z.object({ error: z.string() }).optional(),
});

/**
 * Reads pages of a crawl as Markdown, as many as fit into a part. A cursor has the cursor of the last page that was read
 * whole, and the position in the next one.
 *
 * @throws ServiceError `not_found`, `scope_denied` or `invalid_parameters`
 */
export async function readCrawlPages(
  uri: string,
  id: string,
  cursor: string | undefined,
  { crawls, jobs, key, origin }: McpSession,
): Promise<TextPart> {
  const position = parsePosition(cursor);
  // Before the pages: those of a crawl that has ended now are among them.
  const { finishedAt } = await jobs.find(id, key);
  const { signal } = origin.controller;
  const body = await crawls.streamResults(id, key, { cursor: position.after, follow: false, signal });
  if (body.kind !== 'text') throw new Error('the pages of a crawl are a stream of lines');
  try {
    return { uri, ...(await joinPages(body.chunks, position, finishedAt !== null)) };
  } finally {
    body.onClose();
  }
}

interface PagePosition {
  /** Cursor of the last page that was read whole; 0 for none. */
  readonly after: number;
  /** Where to continue in the next page, in UTF-16 code units. */
  readonly offset: number;
}

async function joinPages(
  lines: AsyncIterable<string>,
  { after, offset }: PagePosition,
  isComplete: boolean,
): Promise<Omit<TextPart, 'uri'>> {
  let text = '';
  let last = after;
  let start = offset;
  for await (const line of lines) {
    const page = pageLine.parse(JSON.parse(line));
    const shown = `<!-- ${page.url} -->\n\n${page.data?.markdown ?? page.error?.error ?? ''}\n\n`;
    const end = endOfPart(shown, start, partLengthMax - text.length);
    text += shown.slice(start, end);
    if (end < shown.length) return { text, nextCursor: `${last}.${end}` };
    last = page.cursor;
    start = 0;
  }
  return { text, nextCursor: isComplete ? null : `${last}.0` };
}

function parsePosition(cursor = '0.0'): PagePosition {
  const [, after, offset] = /^(\d{1,10})\.(\d{1,10})$/.exec(cursor) ?? [];
  if (after === undefined || offset === undefined) {
    throw invalidParameters(
      `cursor: ${quoteValue(cursor)} is not a cursor; send the nextCursor of the previous part`,
    );
  }
  return { after: Number(after), offset: Number(offset) };
}
