import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/list-files.ts';
import { listModelCards, updateCardHashes } from './model-files.ts';

/** Writes the hashes of newly trained weights to the model cards: `npm run update:model-cards`. */
for (const card of listModelCards()) {
  const path = join(root, card);
  writeFileSync(path, updateCardHashes(readFileSync(path, 'utf8')));
}
