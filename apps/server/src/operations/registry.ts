import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Operation } from './define-operation.ts';

/** `operation.ts`, or `operation.js` where the sources are compiled. */
const moduleName = `operation${extname(import.meta.filename)}`;

/** The properties that distinguish an operation from other exports. */
const operationShape = z.looseObject({
  name: z.string(),
  inputFields: z.array(z.unknown()),
  parse: z.function(),
});
const isOperation = (value: unknown): value is Operation => operationShape.safeParse(value).success;

/**
 * Loads the operations of a folder: every subfolder is one operation, whose module `operation.ts` exports `operation`.
 *
 * @returns the operations, sorted by name
 * @throws Error that names the folder if its module is missing, fails to load, exports no operation, or has another
 *   name than the folder
 */
export async function loadOperations(folder: string): Promise<readonly Operation[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(names.map((name) => loadOperation(folder, name)));
}

async function loadOperation(folder: string, name: string): Promise<Operation> {
  const file = join(folder, name, moduleName);
  if (!existsSync(file)) throw new Error(`the operation folder ${join(folder, name)} has no ${moduleName}`);
  let exported: unknown;
  try {
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
    exported = module['operation'];
  } catch (error) {
    throw new Error(`the operation module ${file} cannot be loaded`, { cause: error });
  }
  if (!isOperation(exported)) {
    throw new Error(`${file} must export a const named operation, created by defineOperation`);
  }
  if (exported.name !== name) {
    throw new Error(
      `${file} defines the operation ${JSON.stringify(exported.name)}; it must be named like its folder`,
    );
  }
  return exported;
}

/** The operations of the service: one for each subfolder of this folder. */
export const operations: readonly Operation[] = await loadOperations(import.meta.dirname);
