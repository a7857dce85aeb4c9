import type { Operation } from '../../operations/define-operation.ts';

/** A call of the operation to paste into a shell. */
export function curlExample(operation: Operation, baseUrl: string, key: string): string {
  const head = `curl ${baseUrl}/${operation.name} -H "Authorization: Bearer ${key}"`;
  if (operation.consumes[0] === 'multipart/form-data') {
    const parts = Object.entries(operation.example.input).map(
      ([name, value]) => `-F ${shellQuote(`${name}=${value}`)}`,
    );
    return `${head} ${parts.join(' ')}`;
  }
  return `${head} -H "Content-Type: application/json" -d ${shellQuote(JSON.stringify(operation.example.input))}`;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
