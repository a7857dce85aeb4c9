import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFile, type DashboardFile } from './dashboard-file.ts';

/** A file of pdf.js with the hash of its content. */
export interface PdfFile extends DashboardFile {
  /** Hex. */
  readonly version: string;
}

/**
 * Folders of the package of pdf.js that a browser loads from, with the files in them: the library and its worker, decoders of
 * JPEG 2000 and JBIG2 in JavaScript (WebAssembly would need an exception from the Content-Security-Policy), and the data of
 * fonts that documents do not contain.
 */
const folders: ReadonlyMap<string, RegExp> = new Map([
  ['build', /^pdf(?:\.worker)?\.min\.mjs$/],
  ['wasm', /_nowasm_fallback\.js$/],
  ['cmaps', /\.bcmap$/],
  ['standard_fonts', /\.(?:pfb|ttf)$/],
]);

const mediaTypeOf = (name: string): string =>
  /\.m?js$/.test(name) ? 'text/javascript; charset=utf-8' : 'application/octet-stream';

/** The files of pdf.js, which draws the pages of PDFs in the browser. They are read when they are first requested. */
export class PdfFiles {
  /** Paths by folder and name, so that a request cannot name any other file. */
  #paths: ReadonlyMap<string, string> | undefined;
  readonly #files = new Map<string, Promise<PdfFile>>();

  /** @returns undefined if there is no such file */
  async read(folder: string, name: string): Promise<PdfFile | undefined> {
    const key = `${folder}/${name}`;
    this.#paths ??= listFiles();
    const path = this.#paths.get(key);
    if (path === undefined) return undefined;
    let file = this.#files.get(key);
    if (file === undefined) {
      file = readFile(path).then((body) => toPdfFile(name, body));
      this.#files.set(key, file);
      // The next request tries again.
      file.catch(() => this.#files.delete(key));
    }
    return file;
  }
}

function listFiles(): ReadonlyMap<string, string> {
  const root = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const paths = new Map<string, string>();
  for (const [folder, pattern] of folders) {
    for (const name of readdirSync(join(root, folder))) {
      if (pattern.test(name)) paths.set(`${folder}/${name}`, join(root, folder, name));
    }
  }
  return paths;
}

async function toPdfFile(name: string, body: Buffer): Promise<PdfFile> {
  const file = await compressFile(mediaTypeOf(name), body);
  return { ...file, version: createHash('sha256').update(body).digest('hex').slice(0, 32) };
}
