import { basename, dirname, extname, join } from 'node:path';
import type { Quern, UntypedData } from '@quern/sdk';
import { writeWhole } from './write-whole.ts';

/** A place of a picture, as `convert` returns it. */
interface PicturePlace {
  readonly name: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly file: { readonly url: string };
}

/** Names of files without what would lead out of a folder. */
const plainName = /^[\w-]+(?:\.[\w-]+)+$/;

/**
 * Downloads the pictures of a result to a folder next to the Markdown: `report.images` for `report.md`.
 *
 * @param markdown that of the result, as it will be written to `target`
 * @returns the Markdown, whose links lead to the pictures
 */
export async function writePictures(
  client: Quern,
  data: UntypedData,
  markdown: string,
  target: string,
): Promise<string> {
  const places = placesIn(data);
  const folder = `${basename(target, extname(target))}.images`;
  const written = new Set<string>();
  const parts: string[] = [];
  let end = 0;
  for (const { name, startIndex, endIndex, file } of places) {
    if (!plainName.test(name)) throw new Error(`the service returned a picture with the name ${name}`);
    if (!written.has(name))
      await writeWhole(join(dirname(target), folder, name), await client.files.get(file.url));
    written.add(name);
    // Each place ends with the name in parentheses.
    parts.push(markdown.slice(end, endIndex - name.length - 1), `${encodeSegment(folder)}/${name})`);
    end = Math.max(startIndex, endIndex);
  }
  return parts.join('') + markdown.slice(end);
}

function placesIn(data: UntypedData): readonly PicturePlace[] {
  const { images } = data as { readonly images?: readonly PicturePlace[] };
  if (images === undefined)
    throw new Error('the service returned no pictures: is it older than this command?');
  return images;
}

/** A folder as a part of an address in Markdown. */
function encodeSegment(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (found) => (found === '(' ? '%28' : '%29'));
}
