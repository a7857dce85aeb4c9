import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, sharedDir } from '@quern/testing/requirements';

/** A file of the folder `ocr/robust` of the data sets, and the outcome of reading it. */
export interface RobustFile {
  readonly name: string;
  readonly expected: string;
  read(): Uint8Array;
}

/** The other files of the folder are read. */
const rejected: Readonly<Record<string, string>> = {
  'a.svg': 'unsupported',
  'bigsvg.svg': 'unsupported',
  'html.jpg': 'unsupported',
  'bomb30000.png': 'too_large',
  'empty.png': 'unreadable',
  'trunc.jpg': 'unreadable',
};

/** Lists the files; none if the folder is missing. */
export function listRobustFiles(): readonly RobustFile[] {
  const folder = join(sharedDir, 'data/ocr/robust');
  const names = isMissing('shared') ? [] : readdirSync(folder).sort();
  return names.map((name) => ({
    name,
    expected: rejected[name] ?? 'text',
    read: () => readFileSync(join(folder, name)),
  }));
}
