import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Asset } from '../body/send-asset.ts';

/** Folder of the script and the style sheet of the pages. */
export const assetsFolder = '/docs/assets/';

/** An asset, and a version that changes with it. */
export interface VersionedAsset extends Asset {
  readonly version: string;
}

/** Compresses an asset. @param type media type, with the charset */
export function createAsset(type: string, body: Buffer): VersionedAsset {
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { type, body, gzip: gzipSync(body, { level: 9 }), version };
}

const script = readAsset('reference.js', 'text/javascript; charset=utf-8');
const style = readAsset('reference.css', 'text/css; charset=utf-8');

/** Name of the script, which changes with its content. */
export const scriptName = `reference-${script.version}.js`;
/** Name of the style sheet, which changes with its content. */
export const styleName = `reference-${style.version}.css`;

/** The assets by name. */
export const docsAssets: ReadonlyMap<string, VersionedAsset> = new Map([
  [scriptName, script],
  [styleName, style],
]);

function readAsset(name: string, type: string): VersionedAsset {
  return createAsset(type, readFileSync(join(import.meta.dirname, 'assets', name)));
}
