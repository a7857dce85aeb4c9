import { z } from 'zod';
import type { Operation } from '../../operations/define-operation.ts';

/** Maximum length of a result that is parsed, in UTF-16 code units of JSON; longer ones are read as JSON. */
const parsedLengthMax = 4 * 1024 * 1024;
/** Maximum length of a field that is returned with the first part of a long result, in UTF-16 code units of JSON. */
const shortFieldLengthMax = 1000;

const dataSchema = z.record(z.string(), z.unknown());

/** A result whose fields are known; undefined if it is too long to be parsed. */
export type ResultData = Readonly<Record<string, unknown>> | undefined;

/** Parses the JSON of a result. */
export function parseResult(json: string): ResultData {
  return json.length > parsedLengthMax ? undefined : dataSchema.parse(JSON.parse(json));
}

/** Returns the text that the result of an operation consists of, such as its Markdown; else its JSON. */
export function readableText(
  operation: Pick<Operation, 'plainResult'>,
  data: ResultData,
  json: string,
): string {
  for (const path of operation.plainResult?.split('|') ?? []) {
    const value = path.split('.').reduce<unknown>(readField, data);
    if (typeof value === 'string' && value !== '') return value;
  }
  return json;
}

/** Returns the fields of a result that are short. */
export function shortFields(data: ResultData): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data ?? {}).filter(
      ([, value]) => (JSON.stringify(value)?.length ?? 0) <= shortFieldLengthMax,
    ),
  );
}

function readField(value: unknown, name: string): unknown {
  const object = dataSchema.safeParse(value);
  return object.success && Object.hasOwn(object.data, name) ? object.data[name] : undefined;
}
