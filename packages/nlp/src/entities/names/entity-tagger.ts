import type { EncoderModel } from '../../encoder/encoder-model.ts';
import type { EncoderCallOptions } from '../../encoder/session/encoder-call-options.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { entityTypes } from '../rules/entity-types.ts';

/** Returns the names in a text as candidates with offsets into it, in any order. */
export type EntityTagger = (text: string) => Promise<readonly EntityCandidate[]>;

/**
 * Creates a tagger from the encoder model. Tags that are not entity types are ignored.
 *
 * @param encoder a loaded model, see `openEncoder`
 * @param options passed on to each call of the model
 */
export function createEntityTagger(
  encoder: Pick<EncoderModel, 'tagEntities'>,
  options: EncoderCallOptions = {},
): EntityTagger {
  return async (text) =>
    (await encoder.tagEntities(text, options)).flatMap(({ startIndex, endIndex, type: tag, confidence }) => {
      const type = entityTypes.find((known) => known === tag);
      return type === undefined ? [] : [{ startIndex, endIndex, type, confidence }];
    });
}
