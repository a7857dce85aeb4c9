import type { Entity } from '@quern/nlp/entities/extract-entities';
import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import type { Summary } from '@quern/nlp/summary/summarize-text';
import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { YieldIfDue } from '@quern/runtime/pool/time-slice';
import type { Span } from '@quern/text/span';
import type { AnalyzedResource, AnalyzeResourceInput } from '@quern/web/convert/analyze-resource';

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

export type { AnalyzedResource };

/** Either a text or the files of one document, in order. */
export type TextSource = { readonly content: string } | { readonly files: readonly Uint8Array[] };

async function countTokens(text: string, takeTurn: YieldIfDue): Promise<number> {
  const { countTokensAsync: countTokensInTurns } = await import('@quern/text/tokens/count-tokens');
  return countTokensInTurns(text, takeTurn);
}

async function detectLanguage(text: string): Promise<string> {
  const { detectLanguage: detect } = await import('@quern/text/language/detect-language');
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
    const { summarizeText } = await import('@quern/nlp/summary/summarize-text');
    return summarizeText(input, takeTurn);
  },

  extractEntities: async (
    input: { text: string; referenceTimeMs: number },
    context: TaskContext,
  ): Promise<{ entities: Entity[]; tokenCount: number }> => {
    const [{ extractEntities }, { createEntityTagger: createNameTagger }, { loadEncoder: loadBrain }] =
      await Promise.all([
        import('@quern/nlp/entities/extract-entities'),
        import('@quern/nlp/entities/names/entity-tagger'),
        import('@quern/nlp/encoder/load-encoder'),
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
        import('@quern/nlp/sentiment/analyze-sentiment'),
        import('@quern/nlp/sentiment/sentiment-model'),
        import('@quern/nlp/encoder/load-encoder'),
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
    const { splitSentences } = await import('@quern/text/sentences/split-sentences');
    const sentences = splitSentences(text, await detectLanguage(text));
    return { sentences, tokenCount: await countTokens(text, takeTurn) };
  },

  /** Converts a response to Markdown and checks whether it is usable as it is; PDF and images are only detected. */
  convertResource: async (resource: AnalyzeResourceInput): Promise<AnalyzedResource> => {
    const { analyzeResource } = await import('@quern/web/convert/analyze-resource');
    return analyzeResource(resource);
  },

  readDocument: async (bytes: Uint8Array, { yieldIfDue: takeTurn }: TaskContext) => {
    const { readDocument } = await import('@quern/documents/read-document');
    return readDocument(bytes, { yieldIfDue: takeTurn });
  },
};

async function readFiles(
  files: readonly Uint8Array[],
  takeTurn: YieldIfDue,
): Promise<{ text: string; title: string }> {
  const { readDocument } = await import('@quern/documents/read-document');
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
