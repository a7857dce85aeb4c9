/**
 * A process that converts hostile and mutated documents of every format one after the other and prints a JSON line;
 * `run.ts` starts it.
 *
 *     node --conditions=source --expose-gc bench/documents/convert-hostile.ts
 */
import { convertDocument } from '@quern/documents/convert-document';
import { DocumentError } from '@quern/documents/errors/document-error';
import { mutateDocument } from '@quern/testing/documents/mutate-document';
import { sampleDocuments } from '@quern/testing/documents/sample-documents';
import { hostileDocuments } from '@quern/testing/hostile-input/documents/hostile-documents';
import { mulberry32 } from '@quern/testing/random/mulberry32';

/** The measurements of the process. */
export interface ConvertHostileReport {
  readonly files: number;
  /** Files that were refused with a clear error. */
  readonly refused: number;
  /** Files that failed in any other way. */
  readonly failed: readonly string[];
  /** The five that took the most CPU seconds. */
  readonly slowest: readonly { readonly name: string; readonly cpuSeconds: number }[];
  /** Resident memory after the last file, MiB. */
  readonly endMb: number;
}

const mutations = 36;
const random = mulberry32(2);
const mutated = sampleDocuments.flatMap((sample) =>
  Array.from({ length: mutations }, (_, index) => ({
    format: sample.format,
    name: `mutation ${index}`,
    bytes: () => mutateDocument(sample, random),
  })),
);

let refused = 0;
const failed: string[] = [];
const times: { name: string; cpuSeconds: number }[] = [];
for (const { format, name, bytes } of [...hostileDocuments(), ...mutated]) {
  const input = bytes();
  // The makers of large files leave hundreds of megabytes, which are none of the conversion's.
  if (input.length > 100_000) globalThis.gc?.();
  const start = process.cpuUsage();
  try {
    await convertDocument(input);
  } catch (error) {
    if (error instanceof DocumentError) refused++;
    else failed.push(`${format}, ${name}: ${String(error)}`);
  }
  const { user, system } = process.cpuUsage(start);
  times.push({ name: `${format}, ${name}`, cpuSeconds: (user + system) / 1e6 });
}
globalThis.gc?.();
const report: ConvertHostileReport = {
  files: times.length,
  refused,
  failed,
  slowest: times.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, 5),
  endMb: Math.round(process.memoryUsage().rss / 1024 / 1024),
};
console.log(JSON.stringify(report));
