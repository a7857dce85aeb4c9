import type { RecognizedPage } from '@quern/documents/model/recognized-page';
import { EngineError } from '@quern/runtime/engine-error';
import { convertPage } from '../../engines/convert-document.ts';
import type { Engines } from '../../engines/engines.ts';
import type { PublishedPage } from '../define-operation.ts';

/** Dependencies of the previews of one document. */
export interface PagePreviewOptions {
  readonly pool: Engines['pool'];
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  readonly publish: (page: PublishedPage) => void;
}

/** Converts pages one by one as they are recognized, and publishes them, while further pages are recognized. */
export class PagePreviews {
  readonly #options: PagePreviewOptions;
  #converting: Promise<void> = Promise.resolve();

  constructor(options: PagePreviewOptions) {
    this.#options = options;
  }

  /** Converts and publishes a page after those that were added before. */
  add(page: RecognizedPage): void {
    this.#converting = this.#converting.then(() => this.#convert(page));
    // `end` throws it; without a call of `end`, the conversion has failed for another reason.
    this.#converting.catch(() => undefined);
  }

  /** Waits until all pages are published. */
  async end(): Promise<void> {
    await this.#converting;
  }

  async #convert(page: RecognizedPage): Promise<void> {
    const { pool, bytes, signal, password, publish } = this.#options;
    try {
      const content = await convertPage(pool, bytes, page, { signal, password });
      publish({ page: page.number, format: 'markdown', content });
    } catch (error) {
      // A blank page has no content; any other problem is reported by the conversion of the document.
      if (!(error instanceof EngineError)) throw error;
    }
  }
}
