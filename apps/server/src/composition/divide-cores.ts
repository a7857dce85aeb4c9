import { availableParallelism, totalmem } from 'node:os';

/** Resources of the machine or the container. */
export interface MachineResources {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Threads of each pool for work of any size. */
export interface PoolThreads {
  readonly engines: number;
  readonly ocr: number;
  readonly translation: number;
}

const gibibyte = 1024 ** 3;
/** A thread of OCR needs some 200 MB, one of the translator up to 1.3 GB with three models. */
const memoryPerThread = { ocr: gibibyte / 2, translation: 2 * gibibyte };

/**
 * Divides the cores among the pools. One kind of work alone can use the whole machine if it scales: so the engines, which
 * do most of the work, have a thread for each core. OCR has one for each core up to four, and half of the cores beyond: the
 * parts of a page seldom keep more busy. The translator has one for every fourth core, at least two, because its threads
 * need the most memory. OCR and the translator have fewer where cores or memory do not suffice, at least one. When all
 * pools are busy, the operating system shares the cores.
 */
export function divideCores({ cores, memoryBytes }: MachineResources): PoolThreads {
  const bound = (threads: number, bytes: number): number =>
    Math.max(1, Math.min(threads, cores, Math.floor(memoryBytes / bytes)));
  return {
    engines: cores,
    ocr: bound(Math.max(4, Math.floor(cores / 2)), memoryPerThread.ocr),
    translation: bound(Math.max(2, Math.floor(cores / 4)), memoryPerThread.translation),
  };
}

/** Returns the resources of this process. @param coresMax the cores that it may use; 0 for all */
export function findResources(coresMax: number): MachineResources {
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: coresMax > 0 ? coresMax : availableParallelism(), memoryBytes };
}
