import type { ContentBlock, PageBox } from '@quern/content/blocks/content-block';
import type { WrittenMarkdown } from '@quern/content/markdown/blocks/write-markdown';
import type { TextRange } from '@quern/text/span';
import type { CollectedPicture, PictureCollector } from './picture-collector.ts';

/** A picture of a document, as a file. */
export interface PictureFile {
  /** Such as `image-1.png`; unique in the document. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** In pixels; undefined if the file does not state it. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** A place of a picture: the range is that of `![description](name)` in the Markdown. */
export interface PicturePlace extends TextRange {
  /** Of the file. */
  readonly name: string;
  readonly description: string;
  /** Number of the page, slide or sheet; undefined in formats without pages. */
  readonly page: number | undefined;
  /** On the page, in points from its top left corner; undefined if the format does not state it. */
  readonly box: PageBox | undefined;
}

/** Markdown with the names of its pictures. */
export interface PlacedPictures extends WrittenMarkdown {
  /** In the order of the Markdown. */
  readonly places: readonly PicturePlace[];
  /** The files, by their numbers. */
  readonly files: readonly PictureFile[];
}

/** Names the pictures in the order of the Markdown, and finds their places. @param blocks those of the Markdown */
export function placePictures(
  { markdown, ranges }: WrittenMarkdown,
  blocks: readonly ContentBlock[],
  collector: PictureCollector,
): PlacedPictures {
  const files = new Map<CollectedPicture, PictureFile>();
  const pages = pagesOf(blocks, ranges);
  const parts: string[] = [];
  const shift = new OffsetShift();
  const places: PicturePlace[] = [];
  let end = 0;
  for (const found of markdown.matchAll(new RegExp(`${collector.addressStart}(\\d+)`, 'g'))) {
    const place = collector.places[Number(found[1])];
    if (place === undefined) continue;
    const { picture, description, box } = place;
    const file = files.get(picture) ?? toFile(picture, files.size + 1);
    files.set(picture, file);
    const start = startOfImage(markdown, found.index);
    const startIndex = shift.of(start);
    parts.push(markdown.slice(end, found.index), file.name);
    end = found.index + found[0].length;
    shift.add(end, file.name.length - found[0].length);
    // The parenthesis after the address belongs to the image.
    const endIndex = shift.of(end + 1);
    places.push({ name: file.name, description, page: pages(start), box, startIndex, endIndex });
  }
  parts.push(markdown.slice(end));
  return {
    markdown: parts.join(''),
    ranges: ranges.map(({ startIndex, endIndex }) => ({
      startIndex: shift.of(startIndex),
      endIndex: shift.of(endIndex),
    })),
    places,
    files: [...files.values()],
  };
}

function toFile({ extension, type, bytes, size }: CollectedPicture, number: number): PictureFile {
  return {
    name: `image-${number}.${extension}`,
    type,
    bytes,
    width: size?.width,
    height: size?.height,
  };
}

/** Finds the begin of the image whose address is at an offset. In descriptions, `![` is escaped. */
function startOfImage(markdown: string, address: number): number {
  let start = markdown.lastIndexOf('![', address);
  while (start > 0 && isEscaped(markdown, start)) start = markdown.lastIndexOf('![', start - 1);
  return start;
}

function isEscaped(markdown: string, at: number): boolean {
  let backslashes = 0;
  while (markdown[at - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** Moves offsets of a text to where they are after replacements. */
class OffsetShift {
  readonly #ends: number[] = [];
  /** Distances by which offsets are moved that are at or after the end of the same index. */
  readonly #sums: number[] = [];

  /** Adds a replacement after all others. @param end offset of the end of the replaced text */
  add(end: number, difference: number): void {
    this.#ends.push(end);
    this.#sums.push((this.#sums.at(-1) ?? 0) + difference);
  }

  of(offset: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (this.#sums[low - 1] ?? 0);
  }
}

/** @returns the number of the page at an offset, for increasing offsets */
function pagesOf(
  blocks: readonly ContentBlock[],
  ranges: readonly TextRange[],
): (offset: number) => number | undefined {
  let index = 0;
  return (offset) => {
    while (index < ranges.length && (ranges[index]?.endIndex ?? 0) <= offset) index += 1;
    return blocks[index]?.page;
  };
}
