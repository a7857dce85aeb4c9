import { applyHomography, type Homography, type Point, solveHomography } from './homography.ts';

/** How a sheet of paper is seen by the camera. */
export interface PhotoPose {
  /** Clockwise rotation of the sheet in the image. */
  readonly tiltDegrees: number;
  /** Rotation of the camera about the horizontal and the vertical axis of the sheet; the cause of perspective. */
  readonly pitchDegrees: number;
  readonly yawDegrees: number;
  /** Vertical displacement of the middle of a line by the curl of the paper, as a share of the sheet's height. */
  readonly curl: number;
  /** Half waves of the curl across the sheet. */
  readonly curlWaves: number;
  /** Free space around the sheet, as a share of the image. */
  readonly margin: number;
  /** Pixels of the longer side of the image. */
  readonly longSide: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Distance of the camera from the middle of the sheet, in units of its longer side. */
const cameraDistance = 1.8;

/** Maps the pixels of a photo to the sheet of paper. */
export class PhotoGeometry {
  readonly width: number;
  readonly height: number;
  /** Corners of the flat sheet in the photo, clockwise from its top left corner, in pixels. */
  readonly corners: readonly Point[];
  readonly #toSheet: Homography;
  readonly #pose: PhotoPose;

  /** @param aspect width of the sheet divided by its height */
  constructor(aspect: number, pose: PhotoPose) {
    const projected = projectCorners(aspect, pose);
    const xs = projected.map(([x]) => x);
    const ys = projected.map(([, y]) => y);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [spanX, spanY] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const scale = (pose.longSide * (1 - 2 * pose.margin)) / Math.max(spanX, spanY);
    const space = pose.margin * pose.longSide;
    this.width = Math.round(spanX * scale + 2 * space);
    this.height = Math.round(spanY * scale + 2 * space);
    this.corners = projected.map(([x, y]) => [(x - left) * scale + space, (y - top) * scale + space]);
    this.#toSheet = solveHomography(this.corners, unitCorners);
    this.#pose = pose;
  }

  /** Position on the sheet, from 0 to 1 in both directions within its edges, of a pixel of the photo. */
  toSheet(x: number, y: number): Point {
    const [u, v] = applyHomography(this.#toSheet, [x, y]);
    return [u, v + this.#pose.curl * Math.sin(Math.PI * this.#pose.curlWaves * u)];
  }

  /** Slope of the curled paper toward the light, from -1 to 1. @param u horizontal position on the sheet */
  slopeAt(u: number): number {
    return this.#pose.curl === 0 ? 0 : Math.cos(Math.PI * this.#pose.curlWaves * u);
  }
}

const unitCorners: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** Corners of the rotated sheet in the plane of a pinhole camera. */
function projectCorners(aspect: number, { tiltDegrees, pitchDegrees, yawDegrees }: PhotoPose): Point[] {
  const longer = Math.max(aspect, 1);
  return unitCorners.map(([u, v]) => {
    const x = ((u - 0.5) * aspect) / longer;
    const y = (v - 0.5) / longer;
    const depth = x * Math.sin(radians(yawDegrees)) + y * Math.sin(radians(pitchDegrees));
    const scale = cameraDistance / (cameraDistance + depth);
    const [flatX, flatY] = [
      x * Math.cos(radians(yawDegrees)) * scale,
      y * Math.cos(radians(pitchDegrees)) * scale,
    ];
    const [cos, sin] = [Math.cos(radians(tiltDegrees)), Math.sin(radians(tiltDegrees))];
    return [flatX * cos - flatY * sin, flatX * sin + flatY * cos];
  });
}
