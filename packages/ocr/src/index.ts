export type { ImageRotation } from './image/gray-image.ts';
export { ImageError, type ImageErrorCode } from './image/image-error.ts';
export type { OcrLine } from './layout/compose-text.ts';
export type { BoundingBox } from './layout/recognized-line.ts';
export { OcrEngine, type OcrEngineOptions, type OcrResult, type RecognizeOptions } from './ocr-engine.ts';
