import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import type { TaskContext } from '@quern/runtime/pool/task';
import type { TagNames } from '@quern/summary/abstractive/checking/names/find-names';

/** Types of entities that a summary must not invent. */
const nameTypes: ReadonlySet<string> = new Set([
  'PERSON',
  'ORGANIZATION',
  'LOCATION',
  'FACILITY',
  'PRODUCT',
  'EVENT',
  'WORK_OF_ART',
]);

/** Creates a function that finds names by the encoder. */
export async function createNameTagger(context: Partial<TaskContext> = {}): Promise<TagNames> {
  const tagEntities = createEntityTagger(await loadEncoder(), context);
  return async (text) =>
    (await tagEntities(text))
      .filter(({ type }) => nameTypes.has(type))
      .map(({ startIndex, endIndex }) => ({ text: text.slice(startIndex, endIndex), startIndex }));
}
