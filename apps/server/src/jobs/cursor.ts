import { invalidParameters } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';

/** The last item of a page of a list that is ordered by time, the newest first. */
export interface ListPosition {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly id: string;
}

/** Encodes the last item of a page as the cursor of the next one. */
export const encodeCursor = ({ createdAt, id }: ListPosition): string =>
  Buffer.from(`${createdAt}.${id}`).toString('base64url');

/** @throws ServiceError `invalid_parameters` if the text is not a cursor */
export function decodeCursor(cursor: string): ListPosition {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined || !isResourceId(id)) {
    throw invalidParameters('cursor: is not a cursor; send the `nextCursor` of the previous page');
  }
  return { createdAt: Number(createdAt), id };
}
