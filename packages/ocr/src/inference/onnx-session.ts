import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { InferenceSession } from 'onnxruntime-node';

/** One core per thread and no spinning: the pool has one thread per core, and spinning would take time from the others. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Sizes vary, and a memory plan for each size would be kept.
  enableMemPattern: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/** A tensor of 32-bit floats with its dimensions. */
export interface FloatTensor {
  readonly data: Float32Array;
  readonly dimensions: readonly number[];
}

/** An output of a graph. */
export interface OutputTensor {
  readonly data: Float32Array | Int32Array;
  readonly dimensions: readonly number[];
}

/** A graph with the input `images`. It blocks its thread while it runs. */
export class OnnxSession {
  readonly #session: InferenceSession;
  readonly #runtime: typeof import('onnxruntime-node');

  private constructor(session: InferenceSession, runtime: typeof import('onnxruntime-node')) {
    [this.#session, this.#runtime] = [session, runtime];
  }

  /** Loads a graph. @param graph path of an ONNX file @throws Error when `onnxruntime-node` is not installed */
  static async load(graph: string, guard: NativeCallGuard): Promise<OnnxSession> {
    return guard.run(async () => {
      const runtime = await import('onnxruntime-node');
      return new OnnxSession(await runtime.InferenceSession.create(graph, sessionOptions), runtime);
    });
  }

  /**
   * Runs the graph.
   *
   * @param names the outputs to compute
   * @throws CanceledError when the guard was canceled before or during the run
   */
  async run<Name extends string>(
    { data, dimensions }: FloatTensor,
    names: readonly Name[],
    guard: NativeCallGuard,
  ): Promise<Record<Name, OutputTensor>> {
    const images = new this.#runtime.Tensor('float32', data, dimensions);
    const outputs = await guard.run(() => this.#session.run({ images }, names));
    const entries = names.map((name): [Name, OutputTensor] => {
      const output = outputs[name];
      if (!(output?.data instanceof Float32Array || output?.data instanceof Int32Array))
        throw new Error(`The graph has no output ${name} of numbers with 32 bits.`);
      return [name, { data: output.data, dimensions: output.dims }];
    });
    return Object.fromEntries(entries) as Record<Name, OutputTensor>;
  }
}
