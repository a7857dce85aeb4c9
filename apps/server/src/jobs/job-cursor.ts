import { invalidParameters } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';
import type { Job } from '../storage/jobs/job.ts';

/** Where the next page of a list of jobs begins. */
export interface JobPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** Encodes the last job of a page as the cursor of the next one. */
export const encodeJobCursor = ({ createdAt, id }: Job): string =>
  Buffer.from(`${createdAt}.${id}`).toString('base64url');

/** @throws ServiceError `invalid_parameters` if the text is not a cursor */
export function decodeJobCursor(cursor: string): JobPosition {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined || !isResourceId(id)) {
    throw invalidParameters('cursor: is not a cursor; send the `nextCursor` of the previous page');
  }
  return { createdAt: Number(createdAt), id };
}
