import { EngineError } from '@quern/runtime/engine-error';

export type RenderErrorCode =
  /** No browser is here, or it does not start. */
  | 'unavailable'
  /** More pages wait than may. */
  | 'busy'
  /** The page held the browser so busy that nothing could be read from it in its time. */
  | 'hung'
  /** The page's process ended: out of memory, or a fault of the browser. */
  | 'page_crashed'
  /** The whole browser ended while the page was in it. */
  | 'browser_gone'
  /** The page could not be opened in the browser. */
  | 'navigation'
  | 'too_large'
  | 'aborted';

/** Why a page could not be rendered. */
export class RenderError extends EngineError<'render', RenderErrorCode> {
  override readonly name = 'RenderError';

  constructor(code: RenderErrorCode, message: string, options?: { cause?: unknown }) {
    super('render', code, message, options);
  }
}
