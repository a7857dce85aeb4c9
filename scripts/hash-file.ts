import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './list-files.ts';

/** Computes the SHA-256 of a file of the repository in hexadecimal. @param file path relative to the root */
export function hashFile(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex');
}
