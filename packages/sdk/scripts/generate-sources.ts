import { emitAdmin } from './emit-admin.ts';
import { emitOperations, emitOperationTypes } from './emit-operations.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** The generated files of `src/generated`: name → source. */
export function generateSources(document: OpenApiDocument): ReadonlyMap<string, string> {
  return new Map([
    ['operation-types.ts', emitOperationTypes(document)],
    ['operations.ts', emitOperations(document)],
    ['admin.ts', emitAdmin(document)],
  ]);
}
