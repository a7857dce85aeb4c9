import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../../scripts/hash-file.ts';
import { listFiles, root } from '../../scripts/list-files.ts';

/** Files that training scripts write, and that a package is published with. */
const weights =
  /^packages\/[^/]+\/src\/(?!.*\/fixtures\/).*(?:\.onnx|\.bin|-(?:model|weights|network|projection|cues)\.data\.json)$/;
const row = /^\| `([^`]+)` \| (\w+) \|$/gm;

/** The paths of all trained weights that are shipped. */
export const listWeights = (): string[] => listFiles(['packages']).filter((file) => weights.test(file));

/** The model cards: `training/<model>/MODEL_CARD.md`. */
export const listModelCards = (): string[] =>
  listFiles(['training']).filter((file) => file.endsWith('/MODEL_CARD.md'));

/** Reads the files that a model card describes, with the hashes it states. */
export function readCardFiles(card: string): Map<string, string> {
  const text = readFileSync(join(root, card), 'utf8');
  return new Map([...text.matchAll(row)].map(([, file = '', hash = '']) => [file, hash]));
}

/** Replaces the hashes that a model card states by those of the files. */
export function updateCardHashes(text: string): string {
  return text.replace(row, (_, file: string) => `| \`${file}\` | ${hashFile(file)} |`);
}
