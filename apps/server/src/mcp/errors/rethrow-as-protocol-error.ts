import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Runs a handler whose result cannot describe an error of the API, so that errors of the API are errors of the protocol.
 *
 * @param uri URI of the resource that `not_found` refers to; undefined if the request reads no resource
 * @throws ProtocolError in place of a ServiceError; other errors unchanged
 */
export async function rethrowAsProtocolError<Value>(run: () => Promise<Value>, uri?: string): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, status, message } = error;
    if (code === 'not_found' && uri !== undefined) throw new ResourceNotFoundError(uri, message);
    const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(kind, message, { code, status });
  }
}
