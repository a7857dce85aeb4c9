/**
 * Renders SCORECARD.md from eval/scorecard.template.md, and the marked tables of README.md and of the guides, from the results:
 *
 *     npm run scorecard
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderFigures, renderTemplate } from './scorecard/render.ts';
import { Results } from './scorecard/results.ts';

const root = resolve(import.meta.dirname, '..');

function main(): void {
  const results = Results.read();
  const template = readFileSync(join(root, 'eval/scorecard.template.md'), 'utf8');
  writeFileSync(join(root, 'SCORECARD.md'), renderTemplate(template, results));
  for (const document of ['README.md', 'docs/guide/many-nodes.md']) {
    const path = join(root, document);
    writeFileSync(path, renderFigures(readFileSync(path, 'utf8'), results));
  }
}

main();
