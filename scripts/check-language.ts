import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BannedWordFinder, type Vocabulary } from './find-banned-words.ts';
import { listFiles, root } from './list-files.ts';

const checkedFiles = /\.(?:tsx?|mjs|py|md|sh|json|grit)$|^\.ci\/run$/;
/** Data, recorded results, third-party texts, and files generated from sources that are checked. */
const skippedFiles =
  /(?:^|\/)(?:fixtures|golden|pages|results|lexicon|model|generated)\/|\.data\.json$|package(?:-lock)?\.json$|^LICENSE|banned-words/;

/**
 * Checks that identifiers, comments, messages and documents use the field's terms in American English. Prints one
 * line per banned word with its replacement, and exits with 1 if there is any.
 *
 * Usage: `npm run check:language -- [folder ...]`; default: the whole repository.
 */
function main(folders: readonly string[]): void {
  const files = listFiles(folders).filter((file) => checkedFiles.test(file) && !skippedFiles.test(file));
  const vocabulary = readFileSync(join(import.meta.dirname, 'banned-words.data.json'), 'utf8');
  const finder = new BannedWordFinder(JSON.parse(vocabulary) as Vocabulary);
  let count = 0;
  for (const file of files) {
    for (const { line, word, write } of finder.find(file, readFileSync(join(root, file), 'utf8'))) {
      console.error(`${file}:${line} "${word}" → ${write}`);
      count += 1;
    }
  }
  if (count > 0) {
    console.error(
      `${count} banned words. The list and its exceptions are in scripts/banned-words.data.json.`,
    );
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));
