import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { ServiceError } from '../errors.ts';
import type { MultipartBody, UploadedFile } from '../operations/define-operation.ts';
import { bodyBytesMax, bodyTooLarge } from './read-json-body.ts';

/** An uploaded file, and a text part, may have so many bytes, not one more. */
export const fileBytesMax = 10_485_760;
const partsMax = 64;

/**
 * Reads a multipart/form-data body (RFC 7578) as it comes in; limits hold while reading, so that nothing
 * larger than them is ever in memory. Names and values are UTF-8.
 */
export function readMultipartBody(request: IncomingMessage): Promise<MultipartBody> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const files = new Map<string, UploadedFile>();
    let bytes = 0;
    const fail = (error: unknown): void => {
      request.unpipe(parser);
      request.off('data', count);
      request.pause();
      parser.removeAllListeners();
      // A parser that was given up may still report what it makes of the rest.
      parser.on('error', () => undefined);
      reject(error instanceof ServiceError ? error : malformed(error));
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) fail(bodyTooLarge(bytes));
    };
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: {
          fileSize: fileBytesMax + 1,
          fieldSize: fileBytesMax + 1,
          fieldNameSize: 200,
          parts: partsMax,
        },
      });
    } catch (error) {
      reject(malformed(error));
      return;
    }
    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated) fail(invalid('the name of a part has over 200 bytes'));
      else if (valueTruncated || Buffer.byteLength(value) > fileBytesMax) fail(tooLarge(name));
      else if (fields.has(name) || files.has(name))
        fail(invalid(`the part ${JSON.stringify(name)} comes twice`));
      else fields.set(name, value);
    });
    parser.on('file', (name, stream, filename) => {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > fileBytesMax) fail(tooLarge(name));
        else chunks.push(chunk);
      });
      stream.on('error', fail);
      stream.on('end', () => {
        if (fields.has(name) || files.has(name))
          fail(invalid(`the part ${JSON.stringify(name)} comes twice`));
        else files.set(name, { name: filename ?? '', bytes: Buffer.concat(chunks) });
      });
    });
    parser.on('partsLimit', () => fail(invalid(`the body has over ${partsMax} parts`)));
    parser.on('error', fail);
    parser.on('finish', () => resolve({ fields, files }));
    request.on('data', count);
    request.once('error', fail);
    request.pipe(parser);
  });
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameters', message);

const tooLarge = (name: string): ServiceError =>
  new ServiceError('file_too_large', `the part ${JSON.stringify(name)} has over ${fileBytesMax} bytes`);

const malformed = (error: unknown): ServiceError =>
  invalid(`the multipart body cannot be read: ${error instanceof Error ? error.message : String(error)}`);
