import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { verifyChecksum } from '@quern/runtime/verify-checksum';
import { classifySentiment, type SentimentProbabilities } from './classify-sentiment.ts';
import { createEncoderSession, type EncoderSession } from './encoder-session.ts';
import { type EncoderManifest, readManifest } from './read-manifest.ts';
import type { TaggedSpan } from './tagging/decode-spans.ts';
import { type EncoderCallOptions, tagEntities } from './tagging/tag-entities.ts';
import { readVocabulary } from './tokenizer/read-vocabulary.ts';
import { createTokenizer, type Tokenizer } from './tokenizer/tokenize.ts';

/**
 * A small multilingual encoder with two heads. `session.run` blocks its thread, so a brain belongs into a thread of
 * the engine pool; the windows of calls at the same time take turns.
 */
export interface EncoderModel {
  readonly manifest: EncoderManifest;
  /** The names in a text of any length, in text order and without overlaps. */
  tagEntities(text: string, options?: EncoderCallOptions): Promise<TaggedSpan[]>;
  /** What each of the texts feels like. */
  classifySentiment(
    texts: readonly string[],
    options?: EncoderCallOptions,
  ): Promise<SentimentProbabilities[]>;
  /** Waits for the calls under way and frees the network. */
  close(): Promise<void>;
}

/** The folder of the model that ships. */
export const bundledModelDir = fileURLToPath(new URL('./model/', import.meta.url));

let shipped: Promise<EncoderModel> | undefined;

/** The shipped brain, one a thread: vocabulary at once, graphs when they are first used. */
export function loadEncoder(): Promise<EncoderModel> {
  if (shipped === undefined) {
    shipped = openEncoder(bundledModelDir);
    shipped.catch(() => {
      shipped = undefined;
    });
  }
  return shipped;
}

/** Opens the model of a folder (see `training/brain`). Throws when a file is damaged or not the manifest's. */
export async function openEncoder(modelFolder: string): Promise<EncoderModel> {
  const manifest = await readManifest(modelFolder);
  const vocabulary = await readFile(verifyChecksum(modelFolder, 'vocabulary.bin', manifest));
  const tokenize: Tokenizer = createTokenizer(readVocabulary(vocabulary));
  const encoder: EncoderSession = oneAtATime(createEncoderSession(modelFolder, manifest));
  return {
    manifest,
    tagEntities: (text, options) => tagEntities(text, tokenize, encoder, manifest.names, options),
    classifySentiment: (texts, options) => classifySentiment(texts, tokenize, encoder, manifest, options),
    close: () => encoder.close(),
  };
}

/** An encoder whose calls wait for each other, window by window: texts that are read at the same time take turns. */
function oneAtATime(encoder: EncoderSession): EncoderSession {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    tagLogits: (pieces, guard) => inTurn(() => encoder.tagLogits(pieces, guard)),
    sentimentLogits: (pieces, guard) => inTurn(() => encoder.sentimentLogits(pieces, guard)),
    close: () => inTurn(() => encoder.close()),
  };
}
