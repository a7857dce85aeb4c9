import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkFile } from './check-file.ts';
import type { TaggedSpan } from './collect-names.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import { type Feelings, readFeelings } from './read-feelings.ts';
import { type BrainManifest, readManifest } from './read-manifest.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { type BrainCallOptions, tagNames } from './tag-names.ts';
import { createTokenizer, type Tokenizer } from './tokenize.ts';

/**
 * A small multilingual encoder with two heads. `session.run` blocks its thread, so a brain belongs into a thread of
 * the engine pool; the windows of calls at the same time take turns.
 */
export interface Brain {
  readonly manifest: BrainManifest;
  /** The names in a text of any length, in text order and without overlaps. */
  tagNames(text: string, options?: BrainCallOptions): Promise<TaggedSpan[]>;
  /** What each of the texts feels like. */
  readFeelings(texts: readonly string[], options?: BrainCallOptions): Promise<Feelings[]>;
  /** Waits for the calls under way and frees the network. */
  close(): Promise<void>;
}

/** The folder of the model that ships. */
export const shippedModelFolder = fileURLToPath(new URL('./model/', import.meta.url));

let shipped: Promise<Brain> | undefined;

/** The shipped brain, one a thread: vocabulary at once, graphs when they are first used. */
export function loadBrain(): Promise<Brain> {
  if (shipped === undefined) {
    shipped = createBrain(shippedModelFolder);
    shipped.catch(() => {
      shipped = undefined;
    });
  }
  return shipped;
}

/** Opens the model of a folder (see `training/brain`). Throws when a file is damaged or not the manifest's. */
export async function createBrain(modelFolder: string): Promise<Brain> {
  const manifest = await readManifest(modelFolder);
  const vocabulary = await readFile(checkFile(modelFolder, 'vocabulary.bin', manifest));
  const tokenize: Tokenizer = createTokenizer(readVocabulary(vocabulary));
  const encoder: Encoder = oneAtATime(createEncoder(modelFolder, manifest));
  return {
    manifest,
    tagNames: (text, options) => tagNames(text, tokenize, encoder, manifest.names, options),
    readFeelings: (texts, options) => readFeelings(texts, tokenize, encoder, manifest, options),
    close: () => encoder.close(),
  };
}

/** An encoder whose calls wait for each other, window by window: texts that are read at the same time take turns. */
function oneAtATime(encoder: Encoder): Encoder {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    tag: (pieces, guard) => inTurn(() => encoder.tag(pieces, guard)),
    feel: (pieces, guard) => inTurn(() => encoder.feel(pieces, guard)),
    close: () => inTurn(() => encoder.close()),
  };
}
