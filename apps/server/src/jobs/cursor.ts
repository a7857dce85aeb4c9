import { invalidParameters } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';

/** The last item of a page of a list that is ordered by time, the newest first. */
export interface ListPosition {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly id: string;
}

/** A page of a list, and the cursor of the next one; null on the last page. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Reads a page of a list.
 *
 * @param list returns up to a number of items after a position
 * @throws ServiceError `invalid_parameters` if the cursor is malformed
 */
export async function readPage<Item extends ListPosition>(
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  list: (after: ListPosition | undefined, limit: number) => Promise<readonly Item[]>,
): Promise<ListPage<Item>> {
  const found = await list(cursor === undefined ? undefined : decodeCursor(cursor), limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? encodeCursor(last) : null };
}

const encodeCursor = ({ createdAt, id }: ListPosition): string =>
  Buffer.from(`${createdAt}.${id}`).toString('base64url');

/** @throws ServiceError `invalid_parameters` if the text is not a cursor */
function decodeCursor(cursor: string): ListPosition {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined || !isResourceId(id)) {
    throw invalidParameters('cursor: is not a cursor; send the `nextCursor` of the previous page');
  }
  return { createdAt: Number(createdAt), id };
}
