import { readFile } from 'node:fs/promises';
import { verifyChecksum } from '@quern/runtime/verify-checksum';
import { classifySentiment, type SentimentProbabilities } from './classify-sentiment.ts';
import type { EncoderCallOptions } from './session/encoder-call-options.ts';
import { EncoderSession } from './session/encoder-session.ts';
import { type EncoderManifest, readManifest } from './session/read-manifest.ts';
import { SubwordEmbeddings } from './subword-embeddings.ts';
import type { TaggedSpan } from './tagging/decode-spans.ts';
import { tagEntities } from './tagging/tag-entities.ts';
import { readVocabulary } from './tokenizer/read-vocabulary.ts';
import { Tokenizer } from './tokenizer/tokenizer.ts';

/**
 * A small multilingual encoder with two heads: one tags entity names, one classifies sentiment and emotions.
 *
 * A run of the network blocks its thread, so use the model in a worker thread. Concurrent calls take turns window by
 * window.
 */
export class EncoderModel {
  readonly manifest: EncoderManifest;
  /** The embeddings of subwords, which need no run of the network. Unusable after `close`. */
  readonly subwords: SubwordEmbeddings;
  readonly #tokenizer: Tokenizer;
  readonly #session: EncoderSession;

  /**
   * Opens the model of a folder, as written by `training/encoder`. The vocabulary is loaded now, the network on first
   * use.
   *
   * @throws Error when the manifest is invalid or a file does not match its checksum
   */
  static async open(modelDir: string): Promise<EncoderModel> {
    const manifest = await readManifest(modelDir);
    const vocabulary = await readFile(verifyChecksum(modelDir, 'vocabulary.bin', manifest));
    const { scores, ...others } = readVocabulary(vocabulary);
    const tokenizer = new Tokenizer({ scores, ...others });
    const session = new EncoderSession(modelDir, manifest);
    const subwords = new SubwordEmbeddings(tokenizer, scores, session.embeddings);
    return new EncoderModel(manifest, tokenizer, session, subwords);
  }

  private constructor(
    manifest: EncoderManifest,
    tokenizer: Tokenizer,
    session: EncoderSession,
    subwords: SubwordEmbeddings,
  ) {
    this.manifest = manifest;
    this.subwords = subwords;
    this.#tokenizer = tokenizer;
    this.#session = session;
  }

  /**
   * Finds the entity names in a text of any length.
   *
   * @returns spans in text order, without overlaps
   * @throws Error when `onnxruntime-node` is not installed or a model file does not match its checksum
   * @throws the reason of `options.signal` when it is aborted
   */
  tagEntities(text: string, options?: EncoderCallOptions): Promise<TaggedSpan[]> {
    return tagEntities(text, this.#tokenizer, this.#session, this.manifest.names, options);
  }

  /**
   * Classifies the polarity and the emotions of each text.
   *
   * @returns one result per text, in order
   * @throws Error when `onnxruntime-node` is not installed or a model file does not match its checksum
   * @throws the reason of `options.signal` when it is aborted
   */
  classifySentiment(
    texts: readonly string[],
    options?: EncoderCallOptions,
  ): Promise<SentimentProbabilities[]> {
    return classifySentiment(texts, this.#tokenizer, this.#session, this.manifest, options);
  }

  /** Waits for running calls and releases the network. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
