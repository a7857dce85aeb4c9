export { ByteCollector } from './byte-collector.ts';
export { abortable, Deadline, waitAtMost } from './deadline.ts';
export { decodeCharset, decodePlainText, decodeUnicode } from './decode-charset.ts';
export { EngineError, type EngineErrorId, type SerializedEngineError } from './engine-error.ts';
export type { WithJsonFields } from './json-fields.ts';
export { encodeJson, JsonFragment, serializeWithFragments } from './json-fragment.ts';
export { gunzipIfCompressed, installModelFolder } from './model-store.ts';
export { pipeThrough } from './pipe-through.ts';
export { CanceledError, NativeCallGuard } from './pool/native-call-guard.ts';
export type { TaskEstimate } from './pool/pool-task.ts';
export { createTaskRunner } from './pool/run-task.ts';
export type { TaskContext, TaskInput, TaskName, TaskResult, TaskTable } from './pool/task.ts';
export { type RunTaskOptions, WorkerPool, type WorkerPoolOptions } from './pool/worker-pool.ts';
export { FairQueue } from './scheduling/fair-queue.ts';
export { FairSemaphore } from './scheduling/fair-semaphore.ts';
export type { WorkCaller, WorkObserver } from './scheduling/work-observer.ts';
export { type FileType, hasPdfHeader, sniffFileType } from './sniff-file-type.ts';
export {
  type ChecksumManifest,
  type ExpectedContent,
  verifyChecksum,
  verifyContent,
} from './verify-checksum.ts';
export { type YieldIfDue, yieldIfDue } from './yield-to-event-loop.ts';
