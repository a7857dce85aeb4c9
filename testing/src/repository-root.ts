import { resolve } from 'node:path';

/** Absolute path of the repository. */
export const repositoryRoot = resolve(import.meta.dirname, '../..');
