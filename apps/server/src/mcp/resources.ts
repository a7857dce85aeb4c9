import type { ReadResourceResult, Resource, Server } from '@modelcontextprotocol/server';
import { ServiceError } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';
import type { JobDescription } from '../pipeline/jobs/encode-job.ts';
import { readBlobBytes } from '../storage/blobs/read-blob-bytes.ts';
import { rethrowAsProtocolError } from './errors/rethrow-as-protocol-error.ts';
import { readResultPart } from './results/read-result.ts';
import { crawlPagesUri, jobResultUri, parseResultUri, resultUriTemplates } from './results/result-uris.ts';
import type { McpSession } from './session/mcp-session.ts';

/** Jobs on one page of the list of resources. */
const listedMax = 50;
/** Maximum size of a file that is read as a resource, in bytes. */
const fileBytesMax = 10 * 1024 * 1024;

/** Adds the handlers of resources: the results of jobs, results that are too long for one message, and their files. */
export function addResourceHandlers(server: Server, session: McpSession): void {
  const { jobs, key } = session;
  server.setRequestHandler('resources/list', ({ params }) =>
    rethrowAsProtocolError(async () => {
      const filter = { status: 'succeeded', metadata: {}, limit: listedMax } as const;
      const page = await jobs.list({ ...filter, cursor: params?.cursor }, key);
      return {
        resources: page.jobs.map(describeResource),
        ...(page.nextCursor === null ? {} : { nextCursor: page.nextCursor }),
      };
    }),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resultUriTemplates.map((template) => ({ ...template })),
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    rethrowAsProtocolError(() => readResource(uri, session), uri),
  );
}

function describeResource({ id, operation, createdAt }: JobDescription): Resource {
  const isCrawl = operation === 'crawl';
  return {
    uri: isCrawl ? crawlPagesUri(id) : jobResultUri(id),
    name: id,
    title: `${operation} of ${new Date(createdAt).toISOString()}`,
    mimeType: isCrawl ? 'text/markdown' : 'text/plain',
  };
}

/** Reads the first part of a text, or a file. The parts that follow are read by the tool `read-result`. */
async function readResource(uri: string, session: McpSession): Promise<ReadResourceResult> {
  const parsed = parseResultUri(uri);
  if (parsed?.kind === 'file') return readFile(uri, parsed.id, session);
  const { text, nextCursor } = await readResultPart(uri, undefined, session);
  const meta = nextCursor === null ? {} : { _meta: { 'quern/nextCursor': nextCursor } };
  return { contents: [{ uri, mimeType: 'text/plain', text, ...meta }] };
}

async function readFile(
  uri: string,
  id: string,
  { context, key, origin, countBytes }: McpSession,
): Promise<ReadResourceResult> {
  const { store, now } = context;
  const file = isResourceId(id) ? await store.results.findFile(id, key.accountId, now()) : undefined;
  if (file === undefined) throw new ServiceError('not_found', 'there is no such file, or it has expired');
  try {
    if (file.blob.size > fileBytesMax) {
      throw new ServiceError(
        'result_too_large',
        `the file has ${file.blob.size} bytes, more than ${fileBytesMax}; download it by GET /v0/files/${id}`,
      );
    }
    countBytes(file.blob.size);
  } catch (error) {
    await file.blob.close();
    throw error;
  }
  const bytes = await readBlobBytes(file.blob, origin.controller.signal);
  return { contents: [{ uri, mimeType: file.mediaType, blob: bytes.toString('base64') }] };
}
