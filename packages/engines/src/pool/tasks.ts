import type { NativeCallGuard } from '../brain/native-guard.ts';
import type { Entity } from '../entities/extract-entities.ts';
import type { Span } from '../offsets.ts';
import type { SentimentAnalysis } from '../sentiment/analyze-sentiment.ts';
import type { Summary } from '../summary/summarize-text.ts';
import type { ConvertedResource } from '../web/convert/convert-resource.ts';
import type { FetchedResource } from '../web/fetch/fetched-resource.ts';
import type { BlockPageMatch } from '../web/recognize-wall.ts';
import type { JavascriptRequirement } from '../web/render/needs-scripts.ts';
import type { YieldIfDue } from './slice-turns.ts';

/** What a task has of its thread. */
export interface TaskContext {
  /** Keeps the thread from being ended inside native code. */
  readonly guard: NativeCallGuard;
  /** Awaited between parts of long work: here it may be paused, or stopped. */
  readonly yieldIfDue: YieldIfDue;
}

export interface PreparedText {
  readonly text: string;
  readonly title: string;
  readonly tokenCount: number;
  /** BCP 47; `und` when it cannot be told. */
  readonly language: string;
}

/** What an address gave, read. */
export interface AnalyzedResource {
  readonly converted: ConvertedResource;
  /** Whether its Markdown has no content. */
  readonly isBlank: boolean;
  /** What stands in the page's place. */
  readonly blockPage?: BlockPageMatch | undefined;
  /** Why the page's content is thought to be made by its scripts. */
  readonly javascriptRequirement?: JavascriptRequirement | undefined;
  /** Characters of visible text, counted up to 20,000. */
  readonly textLength: number;
}

/** A page that gave more than this has its content, whatever its scripts add. */
const contentLengthMin = 2000;
const textLengthMax = 20_000;

/** Either a text or the files of one document, in order. */
export type TextSource = { readonly content: string } | { readonly files: readonly Uint8Array[] };

async function countTokens(text: string, takeTurn: YieldIfDue): Promise<number> {
  const { countTokensAsync: countTokensInTurns } = await import('../text/count-tokens.ts');
  return countTokensInTurns(text, takeTurn);
}

async function detectLanguage(text: string): Promise<string> {
  const { detectLanguage: detect } = await import('../text/detect-language.ts');
  return (await detect(text)).language;
}

/**
 * The computations that run in the pool's threads, each with one structured-cloneable argument and result. Engines load
 * when the first task needs them.
 */
export const engineTasks = {
  /** Loads what texts need, so that the first one does not wait for it. */
  warmUp: async (_input: undefined, context: TaskContext): Promise<void> => {
    const text = 'A first sentence loads the models.';
    await engineTasks.analyzeSentiment({ text }, context);
    await engineTasks.extractEntities({ text, referenceTimeMs: 0 }, context);
  },

  prepareText: async (source: TextSource, { yieldIfDue: takeTurn }: TaskContext): Promise<PreparedText> => {
    const { text, title } =
      'content' in source ? { text: source.content, title: '' } : await readFiles(source.files, takeTurn);
    const tokenCount = await countTokens(text, takeTurn);
    const language = await detectLanguage(text);
    return { text, title, tokenCount, language };
  },

  summarize: async (
    input: { text: string; title: string; language: string; maxLength?: number },
    { yieldIfDue: takeTurn }: TaskContext,
  ): Promise<Summary> => {
    const { summarizeText } = await import('../summary/summarize-text.ts');
    return summarizeText(input, takeTurn);
  },

  extractEntities: async (
    input: { text: string; referenceTimeMs: number },
    context: TaskContext,
  ): Promise<{ entities: Entity[]; tokenCount: number }> => {
    const [{ extractEntities }, { createEntityTagger: createNameTagger }, { loadEncoder: loadBrain }] =
      await Promise.all([
        import('../entities/extract-entities.ts'),
        import('../entities/name-tagger.ts'),
        import('../brain/load-brain.ts'),
      ]);
    const language = await detectLanguage(input.text);
    const referenceDate = new Date(input.referenceTimeMs);
    const tagNames = createNameTagger(await loadBrain(), context);
    const { text } = input;
    const { yieldIfDue: takeTurn } = context;
    const entities = await extractEntities({
      text,
      language,
      referenceDate,
      tagEntities: tagNames,
      yieldIfDue: takeTurn,
    });
    return { entities, tokenCount: await countTokens(text, takeTurn) };
  },

  analyzeSentiment: async (
    input: { text: string },
    context: TaskContext,
  ): Promise<{ analysis: SentimentAnalysis; tokenCount: number }> => {
    const [{ analyzeSentiment }, { createSentimentModel: createFeelingsReader }, { loadEncoder: loadBrain }] =
      await Promise.all([
        import('../sentiment/analyze-sentiment.ts'),
        import('../sentiment/feelings-reader.ts'),
        import('../brain/load-brain.ts'),
      ]);
    const language = await detectLanguage(input.text);
    const analysis = await analyzeSentiment(
      { text: input.text, language },
      createFeelingsReader(await loadBrain(), context),
      context.yieldIfDue,
    );
    return { analysis, tokenCount: await countTokens(input.text, context.yieldIfDue) };
  },

  /** The sentences, languages and tokens of a text that was read off an image. */
  describeText: async (
    text: string,
    { yieldIfDue: takeTurn }: TaskContext,
  ): Promise<{ sentences: Span[]; tokenCount: number }> => {
    const { splitSentences } = await import('../text/split-sentences.ts');
    const sentences = splitSentences(text, await detectLanguage(text));
    return { sentences, tokenCount: await countTokens(text, takeTurn) };
  },

  /** What an address gave, as markdown (PDF and images are only recognised), the wall that stands there, and whether its scripts have to run. */
  convertResource: async (
    resource: Pick<FetchedResource, 'url' | 'contentType' | 'charset' | 'body' | 'status' | 'headers'>,
  ): Promise<AnalyzedResource> => {
    const [
      { convertResource },
      { detectBlockPage: recognizeWall },
      { detectJavascriptRequirement: needsScripts },
      { visibleText },
    ] = await Promise.all([
      import('../web/convert/convert-resource.ts'),
      import('../web/recognize-wall.ts'),
      import('../web/render/needs-scripts.ts'),
      import('../web/visible-text.ts'),
    ]);
    const converted = await convertResource(resource);
    const isBlank = converted.markdown.trim() === '';
    const { status, url, headers } = resource;
    if (converted.kind !== 'html') return { converted, isBlank, textLength: 0 };
    const html = converted.text;
    return {
      converted,
      isBlank,
      blockPage: recognizeWall({ status, html, url, headers }),
      javascriptRequirement: converted.markdown.length < contentLengthMin ? needsScripts(html) : undefined,
      textLength: visibleText(html, textLengthMax).length,
    };
  },

  readDocument: async (bytes: Uint8Array, { yieldIfDue: takeTurn }: TaskContext) => {
    const { readDocument } = await import('../documents/read-document.ts');
    return readDocument(bytes, { yieldIfDue: takeTurn });
  },
};

async function readFiles(
  files: readonly Uint8Array[],
  takeTurn: YieldIfDue,
): Promise<{ text: string; title: string }> {
  const { readDocument } = await import('../documents/read-document.ts');
  const documents = [];
  for (const bytes of files) documents.push(await readDocument(bytes, { yieldIfDue: takeTurn }));
  return {
    text: documents.map((document) => document.text).join('\n\n'),
    title: documents[0]?.title ?? '',
  };
}

export type EngineTasks = typeof engineTasks;
export type TaskName = keyof EngineTasks;
export type TaskInput<Name extends TaskName> = Parameters<EngineTasks[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<EngineTasks[Name]>>;
