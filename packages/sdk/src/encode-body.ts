import { isQuernFile, toFormFile } from './files/quern-file.ts';
import type { OperationDescriptor } from './operation-descriptor.ts';
import { invalidInput } from './quern-error.ts';

/**
 * Encodes the input of an operation: as JSON or, if it contains a file, as a form. Text is never sent in a form,
 * which would turn line breaks into CRLF (HTML, "multipart form data") and so shift the offsets of the result.
 *
 * @throws QuernError `invalid_input` if both the text and the file are given, or neither, or if the file is not one.
 */
export function encodeBody(operation: OperationDescriptor, input: object): string | FormData {
  if (operation.file === undefined) return JSON.stringify(input);
  const { primaryInput, name } = operation;
  const { property } = operation.file;
  const fields = new Map<string, unknown>(Object.entries(input));
  const file = fields.get(property);
  // The types exclude this, but callers may not use TypeScript.
  if ((fields.get(primaryInput) === undefined) === (file === undefined)) {
    throw invalidInput(`${name} takes either ${primaryInput} or ${property}`);
  }
  if (file === undefined) return JSON.stringify(input);
  if (!isQuernFile(file)) throw invalidInput(`${property} must be a Blob, a Uint8Array, or { name, bytes }`);
  const form = new FormData();
  form.append(property, ...toFormFile(file));
  for (const [field, value] of fields) {
    if (field === property || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) form.append(field, String(item));
  }
  return form;
}
