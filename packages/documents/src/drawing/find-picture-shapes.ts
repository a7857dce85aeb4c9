import { type ArtRecord, readArtRecords } from './art-records.ts';
import { artTypes, readShapeOptions, type ShapeOptions } from './shape-options.ts';

const depthMax = 16;

/** Finds the shapes with pictures, also those of groups, without hidden ones. @param record a shape or group */
export function* findPictureShapes({ type, data }: ArtRecord, depth = 0): Generator<ShapeOptions> {
  if (type === artTypes.shape) {
    const options = readShapeOptions(data);
    if (options.hasPicture && !options.isHidden) yield options;
  } else if (type === artTypes.group && depth < depthMax)
    for (const member of readArtRecords(data)) yield* findPictureShapes(member, depth + 1);
}
