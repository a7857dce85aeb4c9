import { ServiceError } from '../../errors.ts';
import type { MultipartBody, UploadedFile } from '../define-operation.ts';

const textParts = new Set(['content', 'targetLanguage', 'maxLength']);
const indexedFile = /^(\d{1,3})\.file$/;

/**
 * The parts of the form as input. `0.file`, `1.file` … are never rejected: they are the document, in the order
 * of their index, when neither `content` nor `file` is there. An empty optional field counts as not given, as
 * browsers send it.
 */
export function fromMultipart({ fields, files }: MultipartBody): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    if (indexedFile.test(name) || (value === '' && name !== 'content')) continue;
    if (name === 'file') throw notAFile();
    input[name] = name === 'maxLength' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  }
  const file = files.get('file');
  for (const name of files.keys()) {
    if (textParts.has(name)) throw notText(name);
    if (name !== 'file' && !indexedFile.test(name)) input[name] = 'a file';
  }
  if (file !== undefined) {
    if (input['content'] === '') delete input['content'];
    input['files'] = [file];
  } else if (input['content'] === undefined) {
    const indexed = indexedFiles(files);
    if (indexed.length > 0) input['files'] = indexed;
  }
  return input;
}

function indexedFiles(files: ReadonlyMap<string, UploadedFile>): UploadedFile[] {
  return [...files]
    .flatMap(([name, file]) => {
      const index = indexedFile.exec(name)?.[1];
      return index === undefined ? [] : [{ index: Number(index), file }];
    })
    .sort((left, right) => left.index - right.index)
    .map(({ file }) => file);
}

const notAFile = (): ServiceError =>
  new ServiceError(
    'invalid_parameters',
    'file: must be a file part (with a filename), not a text part; for text use content',
  );

const notText = (name: string): ServiceError =>
  new ServiceError('invalid_parameters', `${name}: must be a text part, not a file; for a file use file`);
