export type { BoundingBox, Point, Quadrilateral } from './geometry/point.ts';
export { ImageError, type ImageErrorCode } from './image/image-error.ts';
export type { ImageRotation } from './image/rgb-image.ts';
export type { OcrLine, OcrTable, OcrWord } from './layout/compose-page.ts';
export { OcrEngine, type OcrEngineOptions, type RecognizeOptions } from './ocr-engine.ts';
export type { OcrPage, OcrResult, OcrWarning } from './ocr-result.ts';
