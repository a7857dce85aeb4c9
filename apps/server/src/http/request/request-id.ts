import { createId } from '../../ids/create-id.ts';

/** Returns the client's X-Request-Id if it consists of 1 to 128 letters, digits, and `_.:/+=-`; else a new id. */
export function resolveRequestId(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header)) return header;
  return createId('req');
}
