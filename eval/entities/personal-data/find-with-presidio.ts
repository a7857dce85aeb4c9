import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { TypedSpan } from '../../metrics/span-f1.ts';

/** The types of Presidio in the terms of the generated texts; an address is a LOCATION. */
const types: Readonly<Record<string, string>> = {
  PERSON: 'PERSON',
  LOCATION: 'ADDRESS',
  PHONE_NUMBER: 'PHONE_NUMBER',
  EMAIL_ADDRESS: 'EMAIL',
  CREDIT_CARD: 'CREDIT_CARD',
  IBAN_CODE: 'IBAN',
  DATE_TIME: 'DATE',
  IP_ADDRESS: 'IP_ADDRESS',
  US_SSN: 'NATIONAL_ID',
  US_ITIN: 'NATIONAL_ID',
  UK_NHS: 'NATIONAL_ID',
  UK_NINO: 'NATIONAL_ID',
  AU_TFN: 'NATIONAL_ID',
  AU_MEDICARE: 'NATIONAL_ID',
  SG_NRIC_FIN: 'NATIONAL_ID',
  US_PASSPORT: 'PASSPORT_NUMBER',
  US_DRIVER_LICENSE: 'DRIVER_LICENSE',
};

const spansSchema = z.array(z.tuple([z.number(), z.number(), z.string()]));

/**
 * Finds personal data with Presidio.
 *
 * @param python interpreter that has `requirements.txt`
 * @throws Error when the interpreter fails
 */
export function findWithPresidio(
  python: string,
  texts: readonly string[],
): { readonly spans: TypedSpan[][]; readonly versions: Record<string, string> } {
  const run = spawnSync(python, [join(import.meta.dirname, 'presidio_peer.py')], {
    input: texts.map((text) => `${JSON.stringify(text)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(`Presidio failed: ${run.stderr.slice(-2000)}`);
  const [first = '{}', ...lines] = run.stdout.trim().split('\n');
  if (lines.length !== texts.length)
    throw new Error(`Presidio returned ${lines.length} of ${texts.length} texts`);
  const spans = lines.map((line, at) => {
    const toIndex = codeUnitOffsets(texts[at] ?? '');
    return spansSchema.parse(JSON.parse(line)).map(([start, end, type]) => ({
      startIndex: toIndex(start),
      endIndex: toIndex(end),
      type: types[type] ?? type,
    }));
  });
  return { spans, versions: z.record(z.string(), z.string()).parse(JSON.parse(first)) };
}

/** Converts offsets of Python, in code points, to offsets in UTF-16 code units. */
function codeUnitOffsets(text: string): (offset: number) => number {
  const characters = [...text];
  return (offset) => characters.slice(0, offset).join('').length;
}
