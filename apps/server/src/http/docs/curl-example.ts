import type { Operation } from '../../operations/define-operation.ts';

/** Where a command is sent. */
export interface CurlTarget {
  /** URL of the service, without a path. */
  readonly baseUrl: string;
  readonly key: string;
}

/** Returns a shell command that calls an operation: with JSON if the operation accepts it, else with a form. */
export function curlExample(
  { name, consumes }: Pick<Operation, 'name' | 'consumes'>,
  input: Readonly<Record<string, unknown>>,
  { baseUrl, key }: CurlTarget,
): string {
  const head = `curl ${baseUrl}/v0/${name} -H "Authorization: Bearer ${key}"`;
  if (consumes.includes('application/json')) {
    return `${head} -H "Content-Type: application/json" -d ${shellQuote(JSON.stringify(input))}`;
  }
  const parts = Object.entries(input).map(
    ([field, value]) => `--form-string ${shellQuote(`${field}=${value}`)}`,
  );
  return [head, ...parts].join(' ');
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
