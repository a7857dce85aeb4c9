import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateSources } from './generate-sources.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** Writes src/generated from openapi.json at the repository's root, or from the file given as argument. */
function main(file = resolve(import.meta.dirname, '../../../openapi.json')): void {
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  const folder = resolve(import.meta.dirname, '../src/generated');
  for (const [name, source] of generateSources(document)) writeFileSync(join(folder, name), source);
  console.log(`wrote ${folder}`);
}

main(process.argv[2]);
