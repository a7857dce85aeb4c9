import type { MarkdownChunk } from '@quern/content/chunks/chunk-markdown';
import type * as task from '@quern/runtime/pool/task';
import type { TaskContext } from '@quern/runtime/pool/task';
import type { Span } from '@quern/text/span';
import type { AnalyzedResource, AnalyzeResourceInput } from '@quern/web/convert/analyze-resource';
import { convertDocument, describeDocument } from './document-tasks.ts';
import { prepareText } from './prepare-text.ts';
import { readPageLinks } from './read-page-links.ts';
import { checkSummary, planSummary, summarize } from './summary-tasks.ts';
import { analyzeSentiment, extractEntities } from './text-analysis-tasks.ts';
import { countTokens, detectLanguage } from './text-properties.ts';
import { assembleTranslation, prepareTranslation } from './translation-tasks.ts';

/** Loads the models on the first call, so that later ones do not wait for it. */
async function warmUp(_input: undefined, context: TaskContext): Promise<void> {
  const text = 'A first sentence loads the models.';
  await analyzeSentiment({ text }, context);
  await extractEntities({ text, referenceTimeMs: 0 }, context);
}

/** Detects the language of a text (`und` if it cannot), splits it into sentences, and counts its tokens. */
async function segmentText(
  text: string,
  context: TaskContext,
): Promise<{ sentences: Span[]; language: string; tokenCount: number }> {
  const { splitSentences } = await import('@quern/text/sentences/split-sentences');
  const language = await detectLanguage(text);
  const sentences = splitSentences(text, language);
  return { sentences, language, tokenCount: await countTokens(text, context) };
}

/** Converts a fetched resource to Markdown and detects block pages and pages that need JavaScript. */
async function analyzeResource(resource: AnalyzeResourceInput): Promise<AnalyzedResource> {
  const web = await import('@quern/web/convert/analyze-resource');
  return web.analyzeResource(resource);
}

/**
 * Splits Markdown into chunks.
 *
 * @param markdown the text, or its JSON in UTF-8
 */
async function chunkMarkdown(
  markdown: string | Uint8Array,
  { yieldIfDue }: TaskContext,
): Promise<{ chunks: MarkdownChunk[] }> {
  const { chunkMarkdown: chunk, chunkTokensDefault } = await import('@quern/content/chunks/chunk-markdown');
  const text = typeof markdown === 'string' ? markdown : decodeJsonText(markdown);
  return { chunks: await chunk(text, chunkTokensDefault, yieldIfDue) };
}

function decodeJsonText(bytes: Uint8Array): string {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return typeof value === 'string' ? value : '';
}

/** The computations that run in the pool's threads. Each engine loads with the first task that needs it. */
export const engineTasks = {
  warmUp,
  prepareText,
  summarize,
  planSummary,
  checkSummary,
  extractEntities,
  analyzeSentiment,
  segmentText,
  analyzeResource,
  readPageLinks,
  chunkMarkdown,
  convertDocument,
  describeDocument,
  prepareTranslation,
  assembleTranslation,
};

/** The tasks by name. */
export type EngineTasks = typeof engineTasks;
/** Name of a task. */
export type TaskName = task.TaskName<EngineTasks>;
/** Input of a task. */
export type TaskInput<Name extends TaskName> = task.TaskInput<EngineTasks, Name>;
/** Result of a task. */
export type TaskResult<Name extends TaskName> = task.TaskResult<EngineTasks, Name>;
