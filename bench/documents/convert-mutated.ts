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
import { encryptDoc, encryptPpt, encryptXls } from '@quern/testing/documents/encrypt-binary-office';
import { encryptAgile, encryptStandard } from '@quern/testing/documents/encrypt-package';
import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { docxParagraph, makeDocx } from '@quern/testing/documents/make-documents';
import { makeMsg } from '@quern/testing/documents/make-msg';
import { makePng } from '@quern/testing/documents/make-picture';
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

const png = makePng(20, 10);
const pixelsMax = 100_000_000;
/** That of the encrypted fixture. */
const password = 'Obst-Ärger 7';
const fixture = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));
const flat = (name: string): Buffer => fixture(`testing/src/documents/fixtures/${name}`);
const mtef = Buffer.concat([
  Buffer.from([28, 0]),
  Buffer.alloc(26),
  Buffer.from('0301010300010283780000', 'hex'),
]);
const equation = makeCompoundFile({ 'Equation Native': mtef }).toString('hex');
/** A table in a table, formulas, and a picture in binary form. */
const rtf = `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\trowd\\cellx1000\\cellx2000\\pard\\intbl a\\cell b\\par\\pard\\intbl\\itap2 1\\nestcell 2\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}\\pard\\intbl\\itap1 c\\cell\\row\\pard{\\mmath{\\*\\moMath{\\mr x}{\\mf{\\mnum{\\mr 1}}{\\mden{\\mrad{\\mradPr{\\mdegHide 1}}{\\mdeg}{\\me{\\mr 2}}}}}}}\\par{\\object{\\*\\objclass Equation.3}{\\*\\objdata ${equation}}}\\par{\\pict\\pngblip\\bin${png.length} ${png.toString('latin1')}}\\par}`;
const htmlInRtf =
  "{\\rtf1\\ansi\\fromhtml1 {\\fonttbl{\\f0\\fcharset204 Arial;}}\\uc1\\f0{\\*\\htmltag64 <p>}\\htmlrtf {\\b\\htmlrtf0 Mills \\u8364\\'3f\\htmlrtf }\\htmlrtf0{\\*\\htmltag72 </p>}}";
/** RTF that is not compressed ([MS-OXRTFCP] 2.1.3.1). */
const packRtf = (text: string): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(text.length + 12, 0);
  head.writeUInt32LE(text.length, 4);
  head.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
};
const docx = makeDocx(docxParagraph('Text'));
const others: Readonly<Record<string, () => Buffer>> = {
  fodt: () => flat('orchard.fodt'),
  fods: () => flat('orchard.fods'),
  fodp: () => flat('orchard.fodp'),
  'encrypted-pdf': () => flat('note-encrypted.pdf'),
  'agile-encryption': () => encryptAgile(docx, password, 100),
  'standard-encryption': () => encryptStandard(docx, password),
  'doc-objects': () => flat('objects.doc'),
  'xls-pictures': () => flat('pictures.xls'),
  'ppt-chart': () => flat('chart.ppt'),
  'odt-objects': () => flat('objects.fodt'),
  'rtf-objects': () => Buffer.from(rtf, 'latin1'),
  'msg-rtf': () => makeMsg({ properties: { '10090102': packRtf(htmlInRtf), '1000001F': 'Text' } }),
  'doc-password': () => flat('note-encrypted.doc'),
  'doc-cryptoapi': () => encryptDoc(flat('pictures.doc'), password),
  'xls-password': () => flat('orchard-encrypted.xls'),
  'xls-cryptoapi': () => encryptXls(flat('pictures.xls'), password),
  'ppt-cryptoapi': () => encryptPpt(flat('pictures.ppt'), password),
  heic: () => fixture('packages/ocr/src/fixtures/note.heic'),
};

const [format = '', count = '0', seed = '0'] = process.argv.slice(2);
const random = mulberry32(Number(seed));
const sample = sampleDocuments.find((each) => each.format === format) ?? {
  format,
  bytes: others[format]?.() ?? Buffer.alloc(0),
};
const isCompound = sample.bytes.readUInt32BE(0) === 0xd0cf11e0;

async function read(bytes: Buffer, images: boolean): Promise<void> {
  if (format !== 'heic') await convertDocument(bytes, { password, images });
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
    await read(input, index % 2 === 1);
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
