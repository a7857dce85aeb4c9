import { makeZip } from '../../documents/make-documents.ts';
import type { ArchiveFiles } from '../../documents/make-office-files.ts';
import type { SampleDocument } from '../../documents/sample-documents.ts';

const entrySignature = Buffer.from('PK\x01\x02', 'latin1');
const endSignature = Buffer.from('PK\x05\x06', 'latin1');
/** A file of compound files, as encrypted Office files are ([MS-OFFCRYPTO] 2.3.4.4). */
const compound = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1024),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(1024),
]);

/** Damages and lies of archives (PKWARE APPNOTE 6.3.10), by name. @param mainName name of the file with the text */
export function damageArchive(
  { bytes }: SampleDocument,
  files: ArchiveFiles,
  mainName: string,
): Record<string, () => Buffer> {
  const main = String(files[mainName]);
  const replaced = (content: string | Buffer) => () => makeZip({ ...files, [mainName]: content });
  const without = (name: string) => () =>
    makeZip(Object.fromEntries(Object.entries(files).filter(([key]) => key !== name)));
  const renamed = (rename: (name: string) => string) => () =>
    makeZip(Object.fromEntries(Object.entries(files).map(([name, content]) => [rename(name), content])));
  return {
    'encrypted as a whole': () => compound,
    'encrypted files': patchEntries(bytes, (entry) => entry.writeUInt16LE(1, 8)),
    'unknown compression': patchEntries(bytes, (entry) => entry.writeUInt16LE(99, 10)),
    'claimed to be stored': patchEntries(bytes, (entry) => entry.writeUInt16LE(0, 10)),
    'packed size of 4 GB': patchEntries(bytes, (entry) => entry.writeUInt32LE(0xffffffff, 20)),
    'packed size of 0': patchEntries(bytes, (entry) => entry.writeUInt32LE(0, 20)),
    'unpacked size of 0': patchEntries(bytes, (entry) => entry.writeUInt32LE(0, 24)),
    'unpacked size of 4 GB': patchEntries(bytes, (entry) => entry.writeUInt32LE(0xffffffff, 24)),
    'names of 64 KB': patchEntries(bytes, (entry) => entry.writeUInt16LE(0xffff, 28)),
    'all files at one place': patchEntries(bytes, (entry) => entry.writeUInt32LE(0, 42)),
    'files outside of the archive': patchEntries(bytes, (entry) => entry.writeUInt32LE(0xfffffff0, 42)),
    'too many files claimed': patchEnd(bytes, (end) => end.writeUInt16LE(0xffff, 10)),
    'no files claimed': patchEnd(bytes, (end) => end.writeUInt16LE(0, 10)),
    'directory outside of the archive': patchEnd(bytes, (end) => end.writeUInt32LE(0xffffffff, 16)),
    'absolute paths': renamed((name) => `/${name}`),
    'parent paths': renamed((name) => `../../${name}`),
    'Windows paths': renamed((name) => name.replaceAll('/', '\\')),
    'no main part': without(mainName),
    'empty main part': replaced(''),
    'wrong content in the main part': replaced('%PDF-1.4 no markup'),
    'another root': replaced('<html><body><p>text</p></body></html>'),
    'zip bomb of 300 MB': () => replaced(Buffer.concat([Buffer.from(main), Buffer.alloc(3e8, ' ')]))(),
    '20,000 empty files': () =>
      makeZip({
        ...files,
        ...Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x/${index}`, ''])),
      }),
    macros: () => makeZip({ ...files, 'word/vbaProject.bin': compound, 'xl/vbaProject.bin': compound }),
    'billion laughs': () => replaced(withEntities(main))(),
    'external entity': replaced(
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${main.replace(/>([^<>]+)</, '>&e;<')}`,
    ),
    'another encoding declared': replaced(`<?xml version="1.0" encoding="utf-7"?>${main}`),
    'UTF-16': replaced(Buffer.from(`\ufeff${main}`, 'utf16le')),
    'elements a million deep': () => replaced(main.replace(/>([^<>]+)</, `>${'<x>'.repeat(1e6)}<`))(),
    'a million comments': () => replaced(main.replace(/>([^<>]+)</, `>${'<!---->'.repeat(1e6)}<`))(),
    'an element of a million attributes': () =>
      replaced(
        main.replace(/>([^<>]+)</, `><x ${Array.from({ length: 1e6 }, (_, i) => `a${i}="b"`).join(' ')}/><`),
      )(),
    'an attribute of 20 MB': () => replaced(main.replace(/>([^<>]+)</, `><x a="${'b'.repeat(2e7)}"/><`))(),
    'a text of 50 MB': () => replaced(main.replace(/>([^<>]+)</, `>${'word '.repeat(1e7)}<`))(),
  };
}

function withEntities(main: string): string {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  return `<!DOCTYPE x [<!ENTITY l0 "ha">${entities.join('')}]>${main.replace(/>([^<>]+)</, '>&l9;<')}`;
}

/** Changes each entry of the central directory. */
function patchEntries(bytes: Buffer, change: (entry: Buffer) => void): () => Buffer {
  return () => {
    const changed = Buffer.from(bytes);
    let position = changed.indexOf(entrySignature);
    for (; position >= 0; position = changed.indexOf(entrySignature, position + 4))
      change(changed.subarray(position));
    return changed;
  };
}

function patchEnd(bytes: Buffer, change: (end: Buffer) => void): () => Buffer {
  return () => {
    const changed = Buffer.from(bytes);
    change(changed.subarray(changed.lastIndexOf(endSignature)));
    return changed;
  };
}
