import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the dashboard, as it is sent to browsers. */
export interface DashboardFile {
  /** Media type, with the charset. */
  readonly type: string;
  readonly body: Buffer;
  /** The body, compressed. */
  readonly gzip: Buffer;
}

const compress = promisify(gzip);

/** Compresses a file. @param type media type, with the charset */
export async function compressFile(type: string, body: Buffer): Promise<DashboardFile> {
  return { type, body, gzip: await compress(body, { level: 9 }) };
}
