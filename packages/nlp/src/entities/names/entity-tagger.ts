import type { EncoderCallOptions } from '../../encoder/encoder-call-options.ts';
import type { EncoderModel } from '../../encoder/encoder-model.ts';
import { entityTypes } from '../entity-types.ts';
import type { EntityTagger } from '../extract-entities.ts';

/** The names that the brain finds, as candidates among those of the rules. */
export function createEntityTagger(
  brain: Pick<EncoderModel, 'tagEntities'>,
  options: EncoderCallOptions = {},
): EntityTagger {
  return async (text) =>
    (await brain.tagEntities(text, options)).flatMap(({ startIndex, endIndex, type: name, confidence }) => {
      const type = entityTypes.find((known) => known === name);
      return type === undefined ? [] : [{ startIndex, endIndex, type, confidence }];
    });
}
