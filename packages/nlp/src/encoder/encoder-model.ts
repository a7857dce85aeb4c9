import { readFile } from 'node:fs/promises';
import { verifyChecksum } from '@quern/runtime/verify-checksum';
import { classifySentiment, type SentimentProbabilities } from './classify-sentiment.ts';
import { commonComponentsOf } from './sentence-vectors/common-components.ts';
import {
  embedSentences,
  type SentenceVectorModel,
  subwordWeights,
} from './sentence-vectors/embed-sentences.ts';
import type { EncoderCallOptions } from './session/encoder-call-options.ts';
import { EncoderSession } from './session/encoder-session.ts';
import { findLanguageGroup } from './session/find-language-group.ts';
import { type EncoderManifest, type LanguageGroup, readManifest } from './session/read-manifest.ts';
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
  readonly #vectorModel: SentenceVectorModel | undefined;

  /**
   * Opens the model of a folder, as written by `training/encoder`. The vocabulary is loaded now, the network on first
   * use.
   *
   * @throws Error when the manifest is invalid or a file does not match its checksum
   */
  static async open(modelDir: string): Promise<EncoderModel> {
    const manifest = await readManifest(modelDir);
    const vocabulary = await readFile(verifyChecksum(modelDir, 'vocabulary.bin', manifest));
    const subwordTable = readVocabulary(vocabulary);
    const tokenizer = new Tokenizer(subwordTable);
    const session = new EncoderSession(modelDir, manifest);
    const subwords = new SubwordEmbeddings(tokenizer, subwordTable.scores, session.embeddings);
    const common = commonComponentsOf(manifest.files['embeddings.bin']?.sha256);
    const weights = subwordWeights(subwordTable.scores);
    const vectorModel = common && { tokenizer, session, weights, common };
    return new EncoderModel(manifest, tokenizer, session, subwords, vectorModel);
  }

  private constructor(
    manifest: EncoderManifest,
    tokenizer: Tokenizer,
    session: EncoderSession,
    subwords: SubwordEmbeddings,
    vectorModel: SentenceVectorModel | undefined,
  ) {
    this.manifest = manifest;
    this.subwords = subwords;
    this.#tokenizer = tokenizer;
    this.#session = session;
    this.#vectorModel = vectorModel;
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
   * Returns the parameters for the language of a text, or for its script if the language is `und`.
   *
   * @param language BCP 47 tag, or `und`
   */
  languageGroupOf(text: string, language: string): LanguageGroup {
    return findLanguageGroup(text, language, this.manifest.groups);
  }

  /**
   * Classifies the polarity and the emotions of each text.
   *
   * @param group parameters for the language of the texts, see `languageGroupOf`
   * @returns one result per text, in order
   * @throws Error when `onnxruntime-node` is not installed or a model file does not match its checksum
   * @throws the reason of `options.signal` when it is aborted
   */
  classifySentiment(
    texts: readonly string[],
    group: LanguageGroup,
    options?: EncoderCallOptions,
  ): Promise<SentimentProbabilities[]> {
    return classifySentiment(texts, this.#tokenizer, this.#session, group, options);
  }

  /**
   * Returns a vector for each text. The cosine similarity of two vectors measures how similar the meaning of the texts is,
   * also in different languages. Texts should be sentences: what follows the first 254 subwords does not count. Takes
   * about 0.3 ms a sentence, since the network is not run.
   *
   * @returns one vector of length 1 per text, in order; undefined for texts in a script that the model does not know, and
   *   for all if no common components are fitted to the model
   * @throws the reason of `options.signal` when it is aborted
   */
  async embedSentences(
    texts: readonly string[],
    options?: EncoderCallOptions,
  ): Promise<(Float32Array | undefined)[]> {
    return this.#vectorModel === undefined
      ? texts.map(() => undefined)
      : embedSentences(texts, this.#vectorModel, options);
  }

  /** Waits for running calls and releases the network. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
