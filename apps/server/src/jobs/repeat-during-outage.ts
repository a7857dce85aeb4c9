import type { ServiceError } from '../errors/service-error.ts';
import { StorageUnavailableError } from '../storage/driver/storage-unavailable-error.ts';
import type { RunningJob } from './running-job.ts';

/** Longest pause between two attempts, ms. */
const pauseMaxMs = 30_000;
/** Attempts after which an outage counts as a fault: 12 hours of pauses. */
const attemptsMax = 1440;

/** Whether the database or the store of blobs was away, so that the attempt proves nothing about the job. */
const isStorageOutage = ({ cause }: ServiceError): boolean =>
  cause instanceof StorageUnavailableError && cause.isOutage;

/**
 * Attempts a job until it is not stopped by an outage of the storage, which uses up none of its attempts. In the meantime
 * the job keeps its claim and its slot, so that a node does not claim all waiting jobs only to find the storage away.
 *
 * @param firstPauseMs doubles with each further pause
 * @returns the error of the last attempt; undefined if it has ended the job
 */
export async function repeatDuringOutage(
  running: RunningJob,
  firstPauseMs: number,
  attempt: () => Promise<ServiceError | undefined>,
): Promise<ServiceError | undefined> {
  for (let attempts = 1; ; attempts += 1) {
    const error = await attempt();
    // The client of a request waits for its error, and decides itself whether to try again.
    if (error === undefined || running.job.waiter !== undefined) return error;
    if (!isStorageOutage(error) || attempts === attemptsMax) return error;
    running.announce('waiting for the storage, which is currently unavailable');
    if (!(await running.pause(Math.min(firstPauseMs * 2 ** (attempts - 1), pauseMaxMs)))) return error;
    running.announce(undefined);
    // Before the attempt, which may end the job.
    await running.flush();
  }
}
