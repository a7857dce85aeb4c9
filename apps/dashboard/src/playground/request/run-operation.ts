import type { Job, Quern } from '@quern/sdk';
import type { ShownResult } from '../../results/result-pane.tsx';
import type { OperationForm } from './operation-form.ts';

/** Progress of a run. */
export interface RunProgress {
  /** 0 to 1. */
  readonly fraction: number;
  /** The current step; empty if it is not known. */
  readonly step: string;
}

/** The result of a run. */
export interface RunResult extends ShownResult {
  readonly elapsedMs: number;
}

/** One input of an operation. */
export interface RunInput {
  /** Undefined for a text or an address. */
  readonly file: File | undefined;
  /** The input for the SDK. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Texts up to this length are processed while the client waits; others, files and pages as jobs, which have progress. */
const shortTextLength = 20_000;

/**
 * Runs an operation.
 *
 * @param signal cancels the work; nothing is charged then
 * @throws QuernError
 */
export async function runOperation(
  quern: Quern,
  form: OperationForm,
  { file, input }: RunInput,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunResult> {
  const { operation, descriptor } = form;
  const text = file === undefined ? form.text.value : '';
  const startedAt = performance.now();
  const request = { operation: operation.name, text, file, input };
  const isShort =
    file === undefined && form.mode.value === 'text' && text.length <= shortTextLength && !operation.isJob;
  if (isShort) {
    const { data, creditsUsed } = await quern.call(descriptor, input, { signal });
    const elapsedMs = performance.now() - startedAt;
    return { ...request, data: { ...data }, elapsedMs, credits: creditsUsed, jobId: undefined };
  }
  const { data: submitted } = await quern.jobs.submit(descriptor, input, { signal });
  const { id } = submitted;
  const cancel = (): void => {
    // It may have ended meanwhile.
    quern.jobs.cancel(id).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const job = await quern.jobs.wait<Readonly<Record<string, unknown>>>(id, {
      signal,
      onProgress: ({ fraction, message }: Job['progress']) => onProgress({ fraction, step: message ?? '' }),
    });
    const elapsedMs = performance.now() - startedAt;
    return { ...request, data: job.data ?? {}, elapsedMs, credits: job.usage, jobId: id };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
