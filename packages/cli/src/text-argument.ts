import { stat } from 'node:fs/promises';
import { UsageError } from './usage-error.ts';

/** Extensions of files that operations read. */
const extensions =
  'txt text md markdown pdf docx doc pptx ppt xlsx xls odt ods odp epub html htm rtf csv tsv eml msg zip fodt fods fodp json xml log png jpg jpeg webp gif bmp tif tiff heic'.split(
    ' ',
  );
const namePattern = new RegExp(`^\\S+\\.(?:${extensions.join('|')})$`, 'i');
/** White space, and the punctuation of scripts that use none. */
const prosePattern = /[\s\u3001\u3002\uff01\uff0c\uff1b\uff1f]/;
const urlPattern = /^https?:\/\/\S+$/i;
/** Longer arguments are not paths: Linux limits them to 4,096 bytes. */
const pathLengthMax = 4096;

/**
 * Returns whether the argument of a command that takes a text is the path of a file instead.
 *
 * @throws UsageError if it is a URL, or looks like the path of a file that does not exist
 */
export async function isFileArgument(argument: string): Promise<boolean> {
  if (argument.length > pathLengthMax || argument.includes('\0')) return false;
  if (await exists(argument)) return true;
  const remedy = 'use --text if it is the text itself';
  if (urlPattern.test(argument)) {
    throw new UsageError(`${argument} is a URL, which this command does not fetch; ${remedy}`);
  }
  const isPath = namePattern.test(argument) || (/[/\\]/.test(argument) && !prosePattern.test(argument));
  if (isPath) throw new UsageError(`${argument}: no such file; ${remedy}`);
  return false;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
