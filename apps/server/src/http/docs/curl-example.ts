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

/** Returns a shell command that sends a file to an operation. @param part name of the part of the form that has the file */
export const curlFileExample = (operation: string, part: string, { baseUrl, key }: CurlTarget): string =>
  `curl ${baseUrl}/v0/${operation} -H "Authorization: Bearer ${key}" -F ${part}=@document.pdf`;

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
