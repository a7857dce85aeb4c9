import type { MessagePort } from 'node:worker_threads';
import { CanceledError, type NativeCallGuard } from './native-call-guard.ts';

/** Messages between the thread of a long task and the pool. */
export type TimeSliceMessage = 'paused' | 'resume';

/** Time that a task keeps its thread while tasks of other flows wait. */
export const timeSliceMs = 100;

/**
 * Creates the yield point of a long task. When the pool needs the thread for another task and this one has used its
 * slice, the task pauses until the pool resumes it.
 *
 * @returns a function that throws CanceledError when the task was canceled
 */
export function createTimeSlice(guard: NativeCallGuard, port: MessagePort): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    guard.throwIfCanceled();
    if (!guard.isYieldRequested || performance.now() - startedAt < timeSliceMs) return;
    port.postMessage('paused' satisfies TimeSliceMessage);
    await resumed(port);
    guard.throwIfCanceled();
    startedAt = performance.now();
  };
}

/** Waits until the pool resumes the task. @throws CanceledError when the pool closes the port instead */
function resumed(port: MessagePort): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (): void => {
      port.off('close', onClose);
      resolve();
    };
    const onClose = (): void => {
      port.off('message', onMessage);
      reject(new CanceledError());
    };
    port.once('message', onMessage).once('close', onClose);
  });
}
