export type { ImageRotation } from './image/gray-image.ts';
export { ImageError, type ImageErrorCode } from './image-error.ts';
export type { OcrLine } from './layout/compose-text.ts';
export { OcrEngine, type OcrEngineOptions, type OcrResult, type RecognizeOptions } from './ocr-engine.ts';
export type { BoundingBox } from './recognition/parse-tesseract-tsv.ts';
