import type { PictureFile, PicturePlace } from '@quern/documents/convert-document';
import { ResultFile } from '../result-file.ts';

/** A picture at a place, as `convert` returns it. */
export interface DescribedImage
  extends Pick<PicturePlace, 'name' | 'startIndex' | 'endIndex' | 'description'> {
  readonly page?: number;
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly width?: number;
  readonly height?: number;
  readonly file: ResultFile;
}

/** Describes the places of pictures; those of the same picture share its file. */
export function describeImages(
  places: readonly PicturePlace[],
  pictures: readonly PictureFile[],
): DescribedImage[] {
  const files = new Map(
    pictures.map((picture) => [
      picture.name,
      { picture, file: new ResultFile(picture.name, picture.type, picture.bytes) },
    ]),
  );
  return places.flatMap(({ name, page, box, startIndex, endIndex, description }): DescribedImage[] => {
    const found = files.get(name);
    if (found === undefined) return [];
    const { width, height } = found.picture;
    return [
      {
        name,
        ...(page !== undefined && { page }),
        ...(box && { box: toArea(box) }),
        startIndex,
        endIndex,
        description,
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        file: found.file,
      },
    ];
  });
}

function toArea({
  left,
  top,
  right,
  bottom,
}: NonNullable<PicturePlace['box']>): DescribedImage['box'] & object {
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
