import { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { verifyChecksum } from '@quern/runtime/verify-checksum';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { openEmbeddingTable } from './embedding-table.ts';
import type { EncoderManifest } from './read-manifest.ts';
import { specialTokenIds } from './tokenizer/read-vocabulary.ts';

/** What the network says about one text: logits, very negative to very positive, and of each emotion. */
export interface SentimentLogits {
  readonly polarity: Float32Array;
  readonly emotions: Float32Array;
}

/**
 * The network. A call blocks its thread for as long as it takes, about 0.2 ms a token: only threads of the engine
 * pool may call it, one call at a time, and none may be terminated in it (see NativeGuard).
 */
export interface EncoderSession {
  /** The logits of all tags for each piece, one piece after the other. */
  tagLogits(pieces: Int32Array, guard?: NativeCallGuard): Promise<Float32Array>;
  sentimentLogits(pieces: Int32Array, guard?: NativeCallGuard): Promise<SentimentLogits>;
  /** Frees the sessions; to be called once, when no call is under way. */
  close(): Promise<void>;
}

/** One core a thread and no spinning: the pool has a thread a core, spinning would take the others' time. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Lengths differ from text to text: plans for each would be kept. The arena itself saves 3 % of the time, and no memory is lost.
  enableMemPattern: false,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

type Runtime = typeof import('onnxruntime-node');
type Graph = 'backbone' | 'entities' | 'sentiment';

/** Opens the network of a model folder; each graph is read, and held against its sha256, when first needed. */
export function createEncoderSession(folder: string, manifest: EncoderManifest): EncoderSession {
  const embeddings = openEmbeddingTable(verifyChecksum(folder, 'embeddings.bin', manifest));
  let loading: Promise<Runtime> | undefined;
  const loadRuntime = (): Promise<Runtime> => {
    loading ??= import('onnxruntime-node');
    return loading;
  };
  const sessions = new Map<Graph, Promise<InferenceSession>>();
  const session = (graph: Graph): Promise<InferenceSession> => {
    const known = sessions.get(graph);
    if (known !== undefined) return known;
    const opening = loadRuntime().then(({ InferenceSession }) =>
      InferenceSession.create(verifyChecksum(folder, `${graph}.onnx`, manifest), sessionOptions),
    );
    sessions.set(graph, opening);
    opening.catch(() => sessions.delete(graph));
    return opening;
  };

  /** Runs `<s>` + pieces + `</s>` through the trunk and a branch. */
  const run = async (
    graph: Exclude<Graph, 'backbone'>,
    pieces: Int32Array,
    guard: NativeCallGuard = new NativeCallGuard(),
  ): Promise<InferenceSession.OnnxValueMapType> => {
    const { Tensor } = await guard.run(loadRuntime);
    const ids = Int32Array.of(specialTokenIds.start, ...pieces, specialTokenIds.end);
    const embedded = new Float32Array(ids.length * embeddings.hiddenSize);
    embeddings.lookUp(ids, embedded, 0);
    const shape = [1, ids.length];
    const embeddedTensor = new Tensor('float32', embedded, [...shape, embeddings.hiddenSize]);
    const { hidden } = await guard.run(async () =>
      (await session('backbone')).run({ embedded: embeddedTensor }),
    );
    if (hidden === undefined) throw new Error('backbone.onnx has no output named hidden.');
    return guard.run(async () => (await session(graph)).run({ hidden }));
  };

  return {
    tagLogits: async (pieces, guard) => {
      const width = manifest.names.tags.length;
      const logits = floatsOf((await run('entities', pieces, guard))['tags'], (pieces.length + 2) * width);
      return logits.subarray(width, logits.length - width);
    },
    sentimentLogits: async (pieces, guard) => {
      const found = await run('sentiment', pieces, guard);
      return {
        polarity: floatsOf(found['polarity'], polaritySize),
        emotions: floatsOf(found['emotions'], manifest.emotions.labels.length),
      };
    },
    close: async () => {
      embeddings.close();
      for (const opening of sessions.values()) await (await opening).release();
    },
  };
}

/** Very negative, negative, neutral or mixed, positive, very positive. */
const polaritySize = 5;

/** The numbers of an output. Throws when it is missing or has another size. */
function floatsOf(tensor: Tensor | undefined, size: number): Float32Array {
  if (!(tensor?.data instanceof Float32Array) || tensor.data.length !== size)
    throw new Error(
      `The network gave ${tensor?.type} [${tensor?.dims}] where ${size} numbers were expected.`,
    );
  return tensor.data;
}
