import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { TaskContext } from '@quern/runtime/pool/task';
import { detectCoarsely, refineRegions } from '../detection/detect-text.ts';
import type { TextRegion } from '../detection/text-region.ts';
import { type DecodedImage, decodeImage } from '../image/decode-image.ts';
import { inspectImage, isPdf } from '../image/inspect-image.ts';
import type { ImageRotation, RgbImage } from '../image/rgb-image.ts';
import { type ComposedPage, composePage, type PageToCompose } from '../layout/compose-page.ts';
import { orientPage } from '../page/orient-page.ts';
import { splitTallRegions } from '../page/split-tall-regions.ts';
import { turnVerticalRegions } from '../page/turn-vertical-regions.ts';
import { createSearchablePdf, type SearchablePdfInput } from '../pdf/create-searchable-pdf.ts';
import { countPdfPages, drawPage } from '../pdf/draw-page.ts';
import { cutStrip } from '../recognition/line-strip.ts';
import {
  probeStrips,
  type RawReading,
  type Reading,
  type Recognizers,
  readStrips,
} from '../recognition/read-strips.ts';
import { stretchContrast } from '../recognition/stretch-contrast.ts';
import { Models } from './load-models.ts';

/** An image file or a PDF that has not been opened before. */
export interface CountPagesInput {
  readonly bytes: Uint8Array;
  readonly pixelsMax: number;
  /** Password of an encrypted PDF. */
  readonly password?: string | undefined;
}

/** An image file or a PDF to look for text in. */
export interface AnalyzeInput {
  readonly modelDir: string;
  readonly bytes: Uint8Array;
  readonly pixelsMax: number;
  /** Password of an encrypted PDF. */
  readonly password?: string | undefined;
  /** Index of the page in a TIFF or PDF, else 0. */
  readonly frame: number;
}

/** The lines of a page, ready to be read. */
export interface AnalyzedPage {
  /** Size of the displayed image. */
  readonly width: number;
  readonly height: number;
  /** Clockwise rotation that makes the text upright. */
  readonly rotation: ImageRotation;
  /** Size of the image in which the regions are: turned upright, and reduced if very large. */
  readonly uprightWidth: number;
  readonly uprightHeight: number;
  readonly regions: readonly TextRegion[];
  /** The strip of each region. */
  readonly strips: readonly RgbImage[];
  /** Readings of some of the strips by the first recognizer, made to tell whether the page is upright. */
  readonly readings: readonly (RawReading | undefined)[];
}

/** Strips to read, with readings of `AnalyzedPage`. */
export interface ReadInput {
  readonly modelDir: string;
  readonly strips: readonly RgbImage[];
  readonly readings: readonly (RawReading | undefined)[];
  /** Whether the text is expected in a script that only the second recognizer reads. */
  readonly preferScripts: boolean;
}

const models = new Map<string, Models>();

function modelsOf(folder: string): Models {
  const known = models.get(folder) ?? new Models(folder);
  models.set(folder, known);
  return known;
}

function recognizersOf(folder: Models, guard: NativeCallGuard): Omit<Recognizers, 'preferScripts'> {
  return {
    base: () => folder.recognition(guard),
    scripts: () => folder.scripts(guard),
  };
}

async function openPage({ bytes, pixelsMax, password, frame }: AnalyzeInput): Promise<DecodedImage> {
  if (!isPdf(bytes)) return decodeImage(bytes, pixelsMax, frame);
  return drawPage(bytes, frame, { pixelsMax, password });
}

/** The tasks of the OCR threads. */
export const ocrTasks = {
  /** Checks the header of a file, and counts its pages. @throws ImageError */
  countPages: async ({ bytes, pixelsMax, password }: CountPagesInput): Promise<number> => {
    if (isPdf(bytes)) return countPdfPages(bytes, password);
    const { pageCount } = await inspectImage(bytes, pixelsMax);
    return pageCount;
  },

  /** Decodes an image or draws a page, finds its lines and makes them upright. @throws ImageError */
  analyze: async (input: AnalyzeInput, { guard }: TaskContext): Promise<AnalyzedPage> => {
    const { image, width, height } = await openPage(input);
    const folder = modelsOf(input.modelDir);
    const network = await folder.detection(guard);
    const recognizers = recognizersOf(folder, guard);
    const probe = (strips: readonly RgbImage[]) => probeStrips(strips, recognizers, guard);
    const page = await orientPage(
      image,
      {
        detectCoarsely: (turned) => detectCoarsely(turned, network, guard),
        refine: (turned, coarse) => refineRegions(turned, coarse, network, guard),
      },
      probe,
    );
    const regions = await turnVerticalRegions(
      splitTallRegions(page.regions, page.pyramid),
      page.pyramid,
      probe,
    );
    return {
      width,
      height,
      rotation: page.regions.length === 0 ? 0 : page.rotation,
      uprightWidth: page.pyramid.image.width,
      uprightHeight: page.pyramid.image.height,
      regions,
      readings: regions.map((region) => page.readings.get(region)),
      strips: regions.map((region) => stretchContrast(cutStrip(page.pyramid, region))),
    };
  },

  /** Reads strips of lines. */
  read: async (
    { modelDir, strips, readings, preferScripts }: ReadInput,
    { guard }: TaskContext,
  ): Promise<Reading[]> => {
    const folder = modelsOf(modelDir);
    return readStrips(strips, { ...recognizersOf(folder, guard), preferScripts }, guard, readings);
  },

  /** Composes the text of a page. */
  compose: async (page: PageToCompose): Promise<ComposedPage> => composePage(page),

  /** Adds the text of pages to their file. @throws ImageError */
  searchablePdf: (input: SearchablePdfInput, { yieldIfDue }: TaskContext): Promise<Uint8Array> =>
    createSearchablePdf(input, yieldIfDue),
};

/** The type of `ocrTasks`, for the pool that runs them. */
export type OcrTasks = typeof ocrTasks;
