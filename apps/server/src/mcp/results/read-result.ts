import { quoteValue } from '../../errors/quote-value.ts';
import { invalidParameters, ServiceError } from '../../errors/service-error.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { readResultData } from '../../pipeline/response/read-result-data.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { findText } from './kept-texts.ts';
import { readCrawlPages } from './read-crawl-pages.ts';
import { parseResult, readableText } from './readable-text.ts';
import type { TextPart } from './result-schemas.ts';
import { parseResultUri } from './result-uris.ts';
import { cutText } from './text-parts.ts';

/**
 * Reads a part of a result.
 *
 * @param cursor where the part begins; undefined for the first part
 * @throws ServiceError `not_found`, `scope_denied`, or `invalid_parameters` for a malformed URI or cursor
 */
export async function readResultPart(
  uri: string,
  cursor: string | undefined,
  session: McpSession,
): Promise<TextPart> {
  const parsed = parseResultUri(uri);
  switch (parsed?.kind) {
    case 'text': {
      requireScope(session.key, parsed.operation);
      const text = await findText(parsed.id, parsed.operation, session);
      if (text === undefined) throw notFound(uri);
      return cutText(uri, text, cursor);
    }
    case 'job':
      return cutText(uri, (await readJobResult(uri, parsed.id, session)).text, cursor);
    case 'job-json':
      return cutText(uri, (await readJobResult(uri, parsed.id, session)).json, cursor);
    case 'pages':
      return readCrawlPages(uri, parsed.id, cursor, session);
    case 'file':
      throw invalidParameters(`uri: ${quoteValue(uri)} is a file, not a text; read it as a resource`);
    case undefined:
      throw invalidParameters(
        `uri: ${quoteValue(uri)} is not the address of a result; send one that a tool has returned, such as quern://jobs/{id}/result`,
      );
  }
}

async function readJobResult(
  uri: string,
  id: string,
  session: McpSession,
): Promise<{ readonly json: string; readonly text: string }> {
  const { jobs, key, context, operations, origin } = session;
  const { result, status, operation: name, error } = await jobs.find(id, key);
  if (result === undefined) {
    throw new ServiceError(
      'not_found',
      status === 'failed'
        ? `the job ${quoteValue(id)} has failed: ${error}`
        : `the job ${quoteValue(id)} is ${status} and has no result; get-job returns its progress`,
    );
  }
  const json = await readResultData(result, context.store.results, origin.controller.signal);
  if (json === undefined) throw notFound(uri);
  const operation = operations.find((candidate) => candidate.name === name);
  return { json, text: readableText(operation ?? {}, parseResult(json), json) };
}

const notFound = (uri: string): ServiceError =>
  new ServiceError('not_found', `there is no result ${quoteValue(uri)}, or it has expired`);
