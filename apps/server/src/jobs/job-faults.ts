import { ServiceError } from '../errors/service-error.ts';
import { serverErrorCodes } from '../pipeline/trace-request.ts';
import type { Job } from '../storage/jobs/job.ts';

/** A job fails after this many attempts that ended by a fault of the service. */
const failuresMax = 5;
/** A job fails after its node has died this often while it ran: then it is probably the cause. */
const crashesMax = 16;

/** Whether another attempt may succeed: the fault was the service's own, or another request was in the way. */
export const mayRetry = ({ code, isLasting }: ServiceError): boolean =>
  !isLasting && (serverErrorCodes.has(code) || code === 'idempotency_running');

/** Returns the error of a job that is given up; undefined if it is not. */
export function findRepeatedFault({ failures, crashes }: Job): ServiceError | undefined {
  if (failures >= failuresMax) {
    return givenUp(`after ${failures} attempts that ended by a fault of the service`);
  }
  return crashes >= crashesMax
    ? givenUp(`after the service has stopped ${crashes} times while it ran`)
    : undefined;
}

const givenUp = (reason: string): ServiceError =>
  new ServiceError('internal_error', `the job was given up ${reason}`);
