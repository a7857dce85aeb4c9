/**
 * The public API of the package. Importing it has no side effects; the Markdown writer, the classifier, and the
 * browser are loaded by the functions that need them. All other modules are available as `@quern/web/<path>`, without
 * the promise of a stable interface.
 */

export type { PageMetadata } from '@quern/content/metadata/page-metadata';
export {
  type AnalyzedResource,
  type AnalyzeResourceInput,
  analyzeResource,
} from './convert/analyze-resource.ts';
export {
  type ConvertedResource,
  type ConvertResourceInput,
  convertResource,
} from './convert/convert-resource.ts';
export type { ResourceKind } from './convert/detect-resource-kind.ts';
export {
  type MapContext,
  type MapInput,
  type MapLink,
  type MapResult,
  mapSite,
} from './crawl/map/map-site.ts';
export { createRobotsChecker, type RobotsChecker } from './crawl/robots/robots-checker.ts';
export type { BlockDebug, ExtractionDebug } from './extract/explain-blocks.ts';
export { type ExtractedPage, type ExtractPageInput, extractPage } from './extract/extract-page.ts';
export { FetchError } from './fetch/fetch-error.ts';
export type {
  FetchedHead,
  FetchedResource,
  FetchOptions,
  GuardedClient,
  GuardedFetch,
  GuardedFetchOptions,
  GuardedOpen,
  StreamedResource,
} from './fetch/fetched-resource.ts';
export { fetchFollowingRefresh } from './fetch/follow-refresh.ts';
export { createGuardedClient } from './fetch/guarded-client.ts';
export { htmlToMarkdown } from './markdown/html-to-markdown.ts';
export { type BlockPageInput, type BlockPageMatch, detectBlockPage } from './page/detect-block-page.ts';
export {
  detectJavascriptRequirement,
  type JavascriptRequirement,
} from './page/detect-javascript-requirement.ts';
export type { PageLink } from './page/tree/collect-links.ts';
export {
  createPageRenderer,
  type PageRenderer,
  type PageRendererOptions,
  RenderError,
  type RenderedPage,
  type RenderRequest,
} from './render/page-renderer.ts';
