import type { IncomingMessage } from 'node:http';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Returns the media type of the body of a request, without parameters, if it is one of the accepted ones.
 *
 * @param receiver the name in the message of the error, such as that of an operation
 * @param accepted media types in lower case
 * @throws ServiceError `unsupported_media_type`
 */
export function requireMediaType<const MediaType extends string>(
  request: IncomingMessage,
  receiver: string,
  accepted: readonly MediaType[],
): MediaType {
  const header = request.headers['content-type'];
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  const found = accepted.find((mediaType) => mediaType === type);
  if (found !== undefined) return found;
  const received = header === undefined ? 'a body without Content-Type' : quoteValue(header);
  throw new ServiceError(
    'unsupported_media_type',
    `${receiver} accepts ${accepted.join(' or ')}, not ${received}`,
    { headers: { accept: accepted.join(', ') } },
  );
}
