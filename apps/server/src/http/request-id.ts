import { createId } from '../ids/create-id.ts';

/** The client's X-Request-Id when it is sane (1 to 128 visible ASCII characters of an identifier), else a new one. */
export function resolveRequestId(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header)) return header;
  return createId('req');
}
