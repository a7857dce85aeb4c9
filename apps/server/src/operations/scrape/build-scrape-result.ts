import { EngineError } from '@quern/runtime/engine-error';
import { JsonFragment } from '@quern/runtime/json-fragment';
import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import type { OperationContext } from '../define-operation.ts';
import { type ConvertedDocument, convertDocument } from './convert-document.ts';
import type { ConvertedTarget } from './convert-target.ts';
import { describeDecisions } from './explanation.ts';
import type { RenderedTarget } from './render-target.ts';
import type { ScrapeInput } from './schema.ts';

/** A page as fetched and converted, and as rendered if it was. */
export interface ScrapedTarget {
  readonly resource: FetchedResource;
  readonly plain: ConvertedTarget;
  readonly rendered: RenderedTarget | undefined;
}

/** Builds the result of a scrape with the requested formats; fields of the default ones that are left out are empty. */
export async function buildScrapeResult(
  { resource, plain, rendered }: ScrapedTarget,
  input: ScrapeInput,
  context: OperationContext,
): Promise<object> {
  const formats = new Set(input.formats);
  const { converted } = rendered ?? plain;
  const needsContent = formats.has('markdown') || formats.has('chunks') || formats.has('text');
  const { markdown, text, metadata } = needsContent
    ? await readContent(resource, converted, context)
    : noContent;
  const isHtml = converted.kind === 'html';
  return {
    markdown: formats.has('markdown') ? markdown : '',
    metadata: {
      ...converted.page.metadata,
      ...metadata,
      html: isHtml && formats.has('html') ? converted.text : '',
      statusCode: rendered?.page.status || resource.status,
      contentType: resource.contentType,
      finalUrl: rendered?.url ?? resource.url,
      rendered: rendered !== undefined,
    },
    links: formats.has('links') ? converted.page.links : [],
    ...(formats.has('text') && { text }),
    ...(formats.has('screenshot') && { screenshot: rendered?.page.screenshot ?? '' }),
    ...(formats.has('chunks') && { chunks: await chunk(markdown, context) }),
    ...(converted.page.debug !== undefined && { explanation: describeDecisions(converted.page.debug) }),
    ...(rendered !== undefined &&
      rendered.page.actionScreenshots.length > 0 && {
        actions: { screenshots: rendered.page.actionScreenshots },
      }),
  };
}

const noContent: ConvertedDocument = { markdown: '', text: '', metadata: {} };

/** The content, and the metadata of a document; those and images are read here, since that takes an engine. */
async function readContent(
  resource: FetchedResource,
  converted: ConvertedTarget['converted'],
  context: OperationContext,
): Promise<ConvertedDocument> {
  switch (converted.kind) {
    case 'pdf':
    case 'other':
      return convertDocument(resource, context);
    case 'image':
      return convertDocument(resource, context).catch(returnEmptyImage);
    default:
      return { markdown: converted.markdown, text: converted.plainText, metadata: {} };
  }
}

/** An image without text is a result, unlike a document without any. */
function returnEmptyImage(error: unknown): ConvertedDocument {
  if (error instanceof EngineError && error.id === 'document.empty') return noContent;
  throw error;
}

async function chunk(
  markdown: string | JsonFragment,
  { engines, signal }: OperationContext,
): Promise<JsonFragment> {
  const source = markdown instanceof JsonFragment ? markdown.bytes : markdown;
  const { chunks } = await engines.pool.run('chunkMarkdown', source, { signal, jsonFields: ['chunks'] });
  return chunks;
}
