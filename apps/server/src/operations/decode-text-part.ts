import { quoteValue } from '../errors/quote-value.ts';
import { invalidParameters } from '../errors/service-error.ts';
import type { MultipartPart } from './uploaded-file.ts';

/**
 * Decodes a text part in the charset it declares (a WHATWG Encoding label). The charset is never guessed.
 *
 * @throws ServiceError `invalid_parameters` if the charset is unknown or the bytes are not valid in it
 */
export function decodeTextPart({ name, charset, bytes }: MultipartPart): string {
  const decoder = createDecoder(name, charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidParameters(
      `${name}: is not valid ${decoder.encoding}; send UTF-8, or declare the charset in the Content-Type of the part`,
    );
  }
}

function createDecoder(name: string, charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw invalidParameters(`${name}: unknown charset ${quoteValue(charset)}; use utf-8`);
  }
}
