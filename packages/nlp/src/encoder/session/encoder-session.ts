import { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { verifyChecksum } from '@quern/runtime/verify-checksum';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { specialTokenIds } from '../tokenizer/read-vocabulary.ts';
import { EmbeddingTable } from './embedding-table.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';
import { type EncoderManifest, polarityClasses } from './read-manifest.ts';
import { SerialQueue } from './serial-queue.ts';

/** Output of the sentiment head for one window. */
export interface SentimentLogits {
  /** One logit per class of `polarityClasses`. */
  readonly polarity: Float32Array;
  /** One logit per emotion of the manifest. */
  readonly emotions: Float32Array;
}

/** One core per thread and no spinning: the pool has one thread per core, and spinning would take time from the others. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Window lengths vary, and a memory plan for each length would be kept. The arena saves 3 % of the time and leaks nothing.
  enableMemPattern: false,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

type Head = 'entities' | 'sentiment';
type Graph = 'backbone' | Head;

/**
 * The network of a model folder: one backbone and two heads. Calls run one at a time, in order. Each blocks its thread,
 * about 0.2 ms per subword, so use it in a worker thread. A thread must not be terminated during a call: pass a
 * `NativeCallGuard` to prevent that.
 */
export class EncoderSession {
  readonly #modelDir: string;
  readonly #manifest: EncoderManifest;
  /** The embeddings of the vocabulary. Closed with the session. */
  readonly embeddings: EmbeddingTable;
  readonly #sessions = new Map<Graph, Promise<InferenceSession>>();
  readonly #queue = new SerialQueue();

  /**
   * Opens the embeddings. Each graph is verified and loaded on first use.
   *
   * @throws Error when `embeddings.bin` does not match its checksum in the manifest
   */
  constructor(modelDir: string, manifest: EncoderManifest) {
    this.#modelDir = modelDir;
    this.#manifest = manifest;
    this.embeddings = EmbeddingTable.open(verifyChecksum(modelDir, 'embeddings.bin', manifest));
  }

  /**
   * Runs the entity head on one window.
   *
   * @param subwordIds window without `<s>` and `</s>`
   * @returns one row per subword with one logit per tag
   */
  async tagLogits(subwordIds: Int32Array, guard?: NativeCallGuard): Promise<Float32Array> {
    const tagCount = this.#manifest.names.tags.length;
    const { tags } = await this.#queue.run(() => this.#run('entities', subwordIds, guard));
    const logits = floatsOf(tags, (subwordIds.length + 2) * tagCount);
    return logits.subarray(tagCount, logits.length - tagCount);
  }

  /**
   * Runs the sentiment head on one window.
   *
   * @param subwordIds window without `<s>` and `</s>`
   */
  async sentimentLogits(subwordIds: Int32Array, guard?: NativeCallGuard): Promise<SentimentLogits> {
    const { polarity, emotions } = await this.#queue.run(() => this.#run('sentiment', subwordIds, guard));
    return {
      polarity: floatsOf(polarity, polarityClasses.length),
      emotions: floatsOf(emotions, this.#manifest.emotions.labels.length),
    };
  }

  /**
   * Looks up the token embeddings of subwords, without a run of the network.
   *
   * @returns one row of values per subword
   */
  async tokenEmbeddings(subwordIds: Int32Array): Promise<Float32Array> {
    const values = new Float32Array(subwordIds.length * this.embeddings.hiddenSize);
    await this.#queue.run(async () => this.embeddings.lookUp(subwordIds, values, 0));
    return values;
  }

  /** Waits for running calls, then closes the embeddings and releases the graphs. Call it once. */
  close(): Promise<void> {
    return this.#queue.run(async () => {
      this.embeddings.close();
      for (const session of this.#sessions.values()) await (await session).release();
    });
  }

  /** Runs `<s>`, the subwords and `</s>` through the backbone and one head. */
  async #run(
    head: Head,
    subwordIds: Int32Array,
    guard: NativeCallGuard = new NativeCallGuard(),
  ): Promise<InferenceSession.OnnxValueMapType> {
    const { Tensor } = await guard.run(loadOnnxRuntime);
    const ids = Int32Array.of(specialTokenIds.start, ...subwordIds, specialTokenIds.end);
    const { hiddenSize } = this.embeddings;
    const values = new Float32Array(ids.length * hiddenSize);
    this.embeddings.lookUp(ids, values, 0);
    const embedded = new Tensor('float32', values, [1, ids.length, hiddenSize]);
    const { hidden } = await guard.run(async () => (await this.#graph('backbone')).run({ embedded }));
    if (hidden === undefined) throw new Error('backbone.onnx has no output named "hidden".');
    return guard.run(async () => (await this.#graph(head)).run({ hidden }));
  }

  /** Loads a graph once; a failed load is retried on the next call. */
  #graph(graph: Graph): Promise<InferenceSession> {
    const known = this.#sessions.get(graph);
    if (known !== undefined) return known;
    const opening = loadOnnxRuntime().then(({ InferenceSession }) =>
      InferenceSession.create(
        verifyChecksum(this.#modelDir, `${graph}.onnx`, this.#manifest),
        sessionOptions,
      ),
    );
    this.#sessions.set(graph, opening);
    opening.catch(() => this.#sessions.delete(graph));
    return opening;
  }
}

/** The values of an output. Throws when it is missing or has another size. */
function floatsOf(tensor: Tensor | undefined, size: number): Float32Array {
  if (!(tensor?.data instanceof Float32Array) || tensor.data.length !== size)
    throw new Error(
      `The network returned ${tensor?.type} [${tensor?.dims}], expected ${size} float32 values.`,
    );
  return tensor.data;
}
