import type { Operation } from '../../operations/define-operation.ts';

/**
 * Returns a shell command that sends the first example of an operation: as JSON if the operation accepts it, else as a
 * form.
 *
 * @param baseUrl URL of the service, without a path
 */
export function curlExample({ name, consumes, examples }: Operation, baseUrl: string, key: string): string {
  const input = examples[0]?.input ?? {};
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
