import { invalidInput } from './quern-error.ts';

/**
 * Encodes an id as one segment of a path.
 *
 * @throws QuernError `invalid_input` for an empty id, `.` and `..`, which URL parsers resolve.
 */
export function encodePathSegment(id: string): string {
  const encoded = encodeURIComponent(id);
  if (encoded === '' || /^\.{1,2}$/.test(encoded)) throw invalidInput(`not an id: ${JSON.stringify(id)}`);
  return encoded;
}
