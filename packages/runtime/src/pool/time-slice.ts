import type { MessagePort } from 'node:worker_threads';
import { CanceledError, type NativeCallGuard } from './native-call-guard.ts';

/**
 * A point at which long work can be interrupted: it resolves when the work may go on, and throws StoppedError when it
 * was stopped. To be called every few milliseconds where nothing is half-done.
 */
export type YieldIfDue = () => Promise<void>;

/** What the thread of a long task and the pool say to each other. */
export type TimeSliceMessage = 'paused' | 'resume';

/** Milliseconds that a task keeps its thread while others wait. */
export const timeSliceMs = 100;

/**
 * The turns of one long task in its thread: when the pool wants the thread for another task, and this one has had its
 * slice, it pauses until the pool resumes it.
 */
export function createTimeSlice(guard: NativeCallGuard, port: MessagePort): YieldIfDue {
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

/** Waits until the pool resumes the task. @throws StoppedError when it closes the port instead */
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
