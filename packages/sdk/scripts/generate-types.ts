import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { emitOperationTypes, type OpenApiDocument } from './emit-operation-types.ts';

/** Writes src/operation-types.ts from the document at the repository's root, or from the file that is named. */
const documentFile = process.argv[2] ?? resolve(import.meta.dirname, '../../../openapi.json');
const typesFile = resolve(import.meta.dirname, '../src/operation-types.ts');

const document = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApiDocument;
writeFileSync(typesFile, emitOperationTypes(document));
console.log(`wrote ${typesFile}`);
