import type { TaskContext } from '@quern/runtime/pool/task';
import type { CheckSentencesInput } from '@quern/summary/abstractive/checking/check-sentences';
import type { SentenceCheck } from '@quern/summary/abstractive/checking/sentence-check';
import type { ChunkPlan, PlanChunksInput } from '@quern/summary/abstractive/writing/plan-chunks';
import type { Summary } from '@quern/summary/extractive/summarize-text';
import type { TextBlock } from '@quern/text/structure/text-block';
import type { PreparedText } from './prepare-text.ts';

/** Selects the sentences of a summary. */
export async function summarize(
  {
    blocks,
    ...input
  }: Pick<PreparedText, 'text' | 'title' | 'language' | 'blocks'> & { readonly maxLength?: number },
  { yieldIfDue }: TaskContext,
): Promise<Summary> {
  const { summarizeText } = await import('@quern/summary/extractive/summarize-text');
  return summarizeText({ ...input, ...(blocks && { blocks: decodeBlocks(blocks) }) }, yieldIfDue);
}

function decodeBlocks(json: Uint8Array): TextBlock[] {
  return JSON.parse(new TextDecoder().decode(json));
}

/** A prepared text as the source of a summary by a language model. */
type SummaryText = Pick<PreparedText, 'text' | 'title' | 'blocks'>;

/** Splits a text into the chunks that a language model summarizes: its blocks, without asides. */
export async function planSummary(
  { text, title, blocks, ...input }: SummaryText & Omit<PlanChunksInput, 'source'>,
  { yieldIfDue }: TaskContext,
): Promise<ChunkPlan> {
  const { planChunks } = await import('@quern/summary/abstractive/writing/plan-chunks');
  const source = { blocks: await readBlocks({ text, title, blocks }) };
  await yieldIfDue();
  return planChunks({ source, ...input }, yieldIfDue);
}

/** The blocks of a document, or those found in a text. */
async function readBlocks({ text, title, blocks }: SummaryText): Promise<readonly TextBlock[]> {
  if (blocks !== undefined) return decodeBlocks(blocks);
  const { readTextBlocks } = await import('@quern/text/structure/readers/read-text-blocks');
  return readTextBlocks(text, { title });
}

/** Checks sentences of a language model against the text that they summarize. */
export async function checkSummary(
  { text, title, blocks, ...input }: SummaryText & Omit<CheckSentencesInput, 'source' | 'title'>,
  context: TaskContext,
): Promise<SentenceCheck[]> {
  const [{ checkSentences }, { compareVectors }, { createNameTagger }, { loadEncoder }] = await Promise.all([
    import('@quern/summary/abstractive/checking/check-sentences'),
    import('@quern/summary/abstractive/checking/compare-vectors'),
    import('./name-tagger.ts'),
    import('@quern/nlp/encoder/load-encoder'),
  ]);
  const [tagNames, encoder] = await Promise.all([createNameTagger(context), loadEncoder()]);
  const similarity = compareVectors((texts) => encoder.embedSentences(texts, context));
  const source = { blocks: await readBlocks({ text, title, blocks }) };
  await context.yieldIfDue();
  return checkSentences(
    { ...input, source, title },
    { tagNames, similarity, yieldIfDue: context.yieldIfDue },
  );
}
