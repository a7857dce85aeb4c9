import type { PageBox } from '@quern/content/blocks/content-block';

/** The box around the box of a shape that is turned about its center. @param degrees clockwise */
export function turnBox(box: PageBox, degrees: number): PageBox {
  if (!Number.isFinite(degrees) || degrees % 360 === 0) return box;
  const { left, top, right, bottom } = box;
  const [width, height] = [right - left, bottom - top];
  const angle = ((degrees % 360) * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [halfWidth, halfHeight] = [
    (width * cosine + height * sine) / 2,
    (width * sine + height * cosine) / 2,
  ];
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}
