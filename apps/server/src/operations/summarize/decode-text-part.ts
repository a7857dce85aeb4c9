import { quoteValue, ServiceError } from '../../errors/service-error.ts';
import type { MultipartPart } from '../define-operation.ts';

/** The text of a part in the charset it names (WHATWG Encoding labels). Throws `invalid_parameters`, never guesses. */
export function decodeTextPart({ name, charset, bytes }: MultipartPart): string {
  const decoder = decoderOf(name, charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid(
      `${name}: is not ${decoder.encoding}; send UTF-8, or name its charset in the part's Content-Type`,
    );
  }
}

function decoderOf(name: string, charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw invalid(`${name}: the charset ${quoteValue(charset)} is not known; use utf-8`);
  }
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameters', message);
