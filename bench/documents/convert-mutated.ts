/**
 * A process that reads mutated files of one format, one after the other, and prints a JSON line; the soak
 * `mutated-formats` starts it. In compound files, the streams are damaged, so that the damage gets past the container.
 *
 *     node --conditions=source bench/documents/convert-mutated.ts FORMAT COUNT SEED
 */
import { readFileSync } from 'node:fs';
import { convertDocument } from '@quern/documents/convert-document';
import { decodeImage } from '@quern/ocr/image/decode-image';
import { inspectImage } from '@quern/ocr/image/inspect-image';
import { EngineError } from '@quern/runtime/engine-error';
import { encryptAgile, encryptStandard } from '@quern/testing/documents/encrypt-package';
import { docxParagraph, makeDocx } from '@quern/testing/documents/make-documents';
import { mutateCompoundFile } from '@quern/testing/documents/mutate-compound-file';
import { mutateDocument } from '@quern/testing/documents/mutate-document';
import { sampleDocuments } from '@quern/testing/documents/sample-documents';
import { mulberry32 } from '@quern/testing/random/mulberry32';

/** The measurements of the process. */
export interface ConvertMutatedReport {
  readonly files: number;
  /** Files that were refused with a clear error. */
  readonly refused: number;
  /** Files that failed in any other way. */
  readonly failed: readonly string[];
  /** Largest resident memory, MiB. */
  readonly peakMb: number;
}

const pixelsMax = 100_000_000;
/** That of the encrypted fixture. */
const password = 'Obst-Ärger 7';
const fixture = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));
const flat = (name: string): Buffer => fixture(`testing/src/documents/fixtures/${name}`);
const docx = makeDocx(docxParagraph('Text'));
const others: Readonly<Record<string, () => Buffer>> = {
  fodt: () => flat('orchard.fodt'),
  fods: () => flat('orchard.fods'),
  fodp: () => flat('orchard.fodp'),
  'encrypted-pdf': () => flat('note-encrypted.pdf'),
  'agile-encryption': () => encryptAgile(docx, password, 100),
  'standard-encryption': () => encryptStandard(docx, password),
  heic: () => fixture('packages/ocr/src/fixtures/note.heic'),
};

const [format = '', count = '0', seed = '0'] = process.argv.slice(2);
const random = mulberry32(Number(seed));
const sample = sampleDocuments.find((each) => each.format === format) ?? {
  format,
  bytes: others[format]?.() ?? Buffer.alloc(0),
};
const isCompound = sample.bytes.readUInt32BE(0) === 0xd0cf11e0;

async function read(bytes: Buffer): Promise<void> {
  if (format !== 'heic') await convertDocument(bytes, { password });
  else {
    await inspectImage(bytes, pixelsMax);
    await decodeImage(bytes, pixelsMax);
  }
}

let refused = 0;
const failed: string[] = [];
for (let index = 0; index < Number(count); index++) {
  const isInside = isCompound && random() < 0.8;
  const input = isInside ? mutateCompoundFile(sample.bytes, random) : mutateDocument(sample, random);
  try {
    await read(input);
  } catch (error) {
    if (error instanceof EngineError) refused++;
    else failed.push(`${format}, mutation ${index} of seed ${seed}: ${String(error)}`);
  }
}
const report: ConvertMutatedReport = {
  files: Number(count),
  refused,
  failed,
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
};
console.log(JSON.stringify(report));
