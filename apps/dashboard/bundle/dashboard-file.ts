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

/** The bundled dashboard. */
export interface DashboardBundle {
  /** The HTML page, which loads the others. */
  readonly page: DashboardFile;
  /** Hash of the page, hex; it changes with every file. */
  readonly version: string;
  /** Scripts, style sheets and pictures by name. Names contain the hash of the content, so a name never changes its content. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

const compress = promisify(gzip);

/** Compresses a file. @param type media type, with the charset */
export async function compressFile(type: string, body: Buffer): Promise<DashboardFile> {
  return { type, body, gzip: await compress(body, { level: 9 }) };
}
