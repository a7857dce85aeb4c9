import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { renameLegacyKeys } from './legacy-keys.ts';

const root = resolve(import.meta.dirname, '../..');

/** Fields that every result of `eval` has, next to its figures. */
const evalResultSchema = z.object({
  claim: z.string(),
  script: z.string(),
  commit: z.string(),
  dataHash: z.string(),
  n: z.number(),
  seed: z.number().nullable(),
  date: z.string(),
  versions: z.record(z.string(), z.string()),
  figures: z.record(z.string(), z.unknown()),
});

/** The result of a measurement in `eval`. */
export type EvalResult = z.infer<typeof evalResultSchema>;

/** The results files by name: `entities` for eval/results/entities.json, `bench/http` for bench/results/http.json. */
export class Results {
  readonly #byName: ReadonlyMap<string, unknown>;

  constructor(byName: ReadonlyMap<string, unknown>) {
    this.#byName = byName;
  }

  /** Reads all results of the repository. @throws ZodError for a result of `eval` that lacks a field */
  static read(): Results {
    const byName = new Map<string, unknown>();
    for (const file of globSync('eval/results/*.json', { cwd: root }).sort())
      byName.set(basename(file, '.json'), evalResultSchema.parse(readJson(file)));
    for (const file of globSync('bench/results/*.json', { cwd: root }).sort())
      byName.set(`bench/${basename(file, '.json')}`, renameLegacyKeys(readJson(file)));
    return new Results(byName);
  }

  /** The results of `eval`, by name. */
  evalResults(): [name: string, result: EvalResult][] {
    return [...this.#byName].flatMap(([name, result]) => {
      const parsed = evalResultSchema.safeParse(result);
      return parsed.success ? [[name, parsed.data] as [string, EvalResult]] : [];
    });
  }

  /**
   * Returns the value at a path through the fields of a result, such as `entities.figures.sets.ewt-dev.f1`.
   *
   * @throws Error when there is no such result or field
   */
  value(path: string): unknown {
    const [name = '', ...fields] = path.split('.');
    if (!this.#byName.has(name)) throw new Error(`there is no result for ${path}`);
    let value: unknown = this.#byName.get(name);
    for (const field of fields) {
      value = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
      if (value === undefined) throw new Error(`${path}: the result has no field "${field}"`);
    }
    return value;
  }

  /** The names of the results that begin with a prefix, in alphabetical order. */
  names(prefix: string): string[] {
    return [...this.#byName.keys()].filter((name) => name.startsWith(prefix));
  }

  /** True when there is a result with a name. */
  hasResult(name: string): boolean {
    return this.#byName.has(name);
  }

  /** True when there is a value at a path of an existing result. */
  has(path: string): boolean {
    const fields = path.split('.');
    const field = fields.pop() ?? '';
    const parent = this.value(fields.join('.'));
    return typeof parent === 'object' && parent !== null && field in parent;
  }

  /** Returns the number at a path. @throws Error when there is none */
  number(path: string): number {
    const value = this.value(path);
    if (typeof value !== 'number') throw new Error(`${path} is not a number`);
    return value;
  }

  /** Returns the names of the fields of the object at a path. */
  keys(path: string): string[] {
    const value = this.value(path);
    if (typeof value !== 'object' || value === null) throw new Error(`${path} has no fields`);
    return Object.keys(value);
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
