import { invalidInput } from './quern-error.ts';

/** An id as one segment of a path; throws `invalid_input` for what a URL would take for a step, or for nothing. */
export function encodePathSegment(id: string): string {
  const encoded = encodeURIComponent(id);
  if (encoded === '' || /^\.{1,2}$/.test(encoded)) throw invalidInput(`not an id: ${JSON.stringify(id)}`);
  return encoded;
}
