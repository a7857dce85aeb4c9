/** Content of a file, with its name if it has one. The service detects the format from the content. */
export type QuernFile = Blob | Uint8Array | { readonly name: string; readonly bytes: Uint8Array };

/** Default name of files that have none. */
const unnamed = 'document';

/** A file as a part of a form: its content and its name. */
export function toFormFile(file: QuernFile): [content: Blob, name: string] {
  if (file instanceof Blob) {
    return [file, 'name' in file && typeof file.name === 'string' ? file.name : unnamed];
  }
  if (file instanceof Uint8Array) return [new Blob([copyOnHeap(file)]), unnamed];
  return [new Blob([copyOnHeap(file.bytes)]), file.name];
}

/** Blob accepts no view of shared memory. */
function copyOnHeap(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/** Whether a value has one of the forms of a QuernFile. */
export function isQuernFile(value: unknown): value is QuernFile {
  if (value instanceof Blob || value instanceof Uint8Array) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    'name' in value && typeof value.name === 'string' && 'bytes' in value && value.bytes instanceof Uint8Array
  );
}
