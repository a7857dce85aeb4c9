import type { Brain } from '../brain/load-brain.ts';
import type { BrainCallOptions } from '../brain/tag-names.ts';
import { entityTypes } from './entity-types.ts';
import type { NameTagger } from './extract-entities.ts';

/** The names that the brain finds, as candidates among those of the rules. */
export function createNameTagger(brain: Pick<Brain, 'tagNames'>, options: BrainCallOptions = {}): NameTagger {
  return async (text) =>
    (await brain.tagNames(text, options)).flatMap(({ startIndex, endIndex, type: name, confidence }) => {
      const type = entityTypes.find((known) => known === name);
      return type === undefined ? [] : [{ startIndex, endIndex, type, confidence }];
    });
}
