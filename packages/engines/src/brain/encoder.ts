import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { checkFile } from './check-file.ts';
import { NativeGuard } from './native-guard.ts';
import { type Embeddings, openEmbeddings } from './read-embeddings.ts';
import type { BrainManifest } from './read-manifest.ts';
import { specialIds } from './read-vocabulary.ts';

/** What the network says about one text: logits, very negative to very positive, and of each emotion. */
export interface FeelingLogits {
  readonly polarity: Float32Array;
  readonly emotions: Float32Array;
}

/**
 * The network. A call blocks its thread for as long as it takes, about 0.2 ms a token: only threads of the engine
 * pool may call it, one call at a time, and none may be terminated in it (see NativeGuard).
 */
export interface Encoder {
  /** The logits of all tags for each piece, one piece after the other. */
  tag(pieces: Int32Array, guard?: NativeGuard): Promise<Float32Array>;
  /** One batch of texts of similar length, which influence each other's last digits. */
  feel(texts: readonly Int32Array[], guard?: NativeGuard): Promise<FeelingLogits[]>;
  /** Frees the sessions; to be called once, when no call is under way. */
  close(): Promise<void>;
}

/** One core a thread and no spinning: the pool has a thread a core, spinning would take the others' time. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

type Runtime = typeof import('onnxruntime-node');
type Graph = 'trunk' | 'names' | 'feelings';

/** Opens the network of a model folder; each graph is read, and held against its sha256, when first needed. */
export function createEncoder(folder: string, manifest: BrainManifest): Encoder {
  const embeddings = openEmbeddings(checkFile(folder, 'embeddings.bin', manifest));
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
      InferenceSession.create(checkFile(folder, `${graph}.onnx`, manifest), sessionOptions),
    );
    sessions.set(graph, opening);
    opening.catch(() => sessions.delete(graph));
    return opening;
  };

  /** Runs `<s>` + pieces + `</s>` of each text, padded to the longest, through the trunk and a branch. */
  const run = async (
    graph: Exclude<Graph, 'trunk'>,
    texts: readonly Int32Array[],
    guard: NativeGuard = new NativeGuard(),
  ): Promise<InferenceSession.OnnxValueMapType> => {
    const { Tensor } = await guard.run(loadRuntime);
    const { embedded, mask, length } = embedTexts(texts, embeddings);
    const shape = [texts.length, length];
    const maskTensor = new Tensor('float32', mask, shape);
    const embeddedTensor = new Tensor('float32', embedded, [...shape, embeddings.hidden]);
    const { hidden } = await guard.run(async () =>
      (await session('trunk')).run({ embedded: embeddedTensor, mask: maskTensor }),
    );
    if (hidden === undefined) throw new Error('trunk.onnx has no output named hidden.');
    return guard.run(async () => (await session(graph)).run({ hidden, mask: maskTensor }));
  };

  return {
    tag: async (pieces, guard) => {
      const width = manifest.names.tags.length;
      const logits = floatsOf((await run('names', [pieces], guard))['tags'], (pieces.length + 2) * width);
      return logits.subarray(width, logits.length - width);
    },
    feel: async (texts, guard) => {
      const found = await run('feelings', texts, guard);
      const emotionCount = manifest.emotions.labels.length;
      const polarity = floatsOf(found['polarity'], texts.length * polaritySize);
      const emotions = floatsOf(found['emotions'], texts.length * emotionCount);
      return texts.map((_, at) => ({
        polarity: polarity.subarray(at * polaritySize, (at + 1) * polaritySize),
        emotions: emotions.subarray(at * emotionCount, (at + 1) * emotionCount),
      }));
    },
    close: async () => {
      embeddings.close();
      for (const opening of sessions.values()) await (await opening).release();
    },
  };
}

/** Very negative, negative, neutral or mixed, positive, very positive. */
const polaritySize = 5;

function embedTexts(
  texts: readonly Int32Array[],
  embeddings: Embeddings,
): { embedded: Float32Array; mask: Float32Array; length: number } {
  const length = Math.max(...texts.map((pieces) => pieces.length)) + 2;
  const embedded = new Float32Array(texts.length * length * embeddings.hidden);
  const mask = new Float32Array(texts.length * length);
  for (const [row, pieces] of texts.entries()) {
    const ids = Int32Array.of(specialIds.start, ...pieces, specialIds.end);
    embeddings.embed(ids, embedded, row * length * embeddings.hidden);
    mask.fill(1, row * length, row * length + ids.length);
  }
  return { embedded, mask, length };
}

/** The numbers of an output. Throws when it is missing or has another size. */
function floatsOf(tensor: Tensor | undefined, size: number): Float32Array {
  if (!(tensor?.data instanceof Float32Array) || tensor.data.length !== size)
    throw new Error(
      `The network gave ${tensor?.type} [${tensor?.dims}] where ${size} numbers were expected.`,
    );
  return tensor.data;
}
