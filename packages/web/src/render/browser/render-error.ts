import { EngineError } from '@quern/runtime/engine-error';

/** Why a page could not be rendered. */
export type RenderErrorCode =
  /** No browser is installed, or it does not start. */
  | 'unavailable'
  /** Too many pages are waiting. */
  | 'busy'
  /** The page's scripts blocked the browser until the time limit, so its content could not be read. */
  | 'hung'
  /** The page's process ended: out of memory, or a browser bug. */
  | 'page_crashed'
  /** The browser ended while it rendered the page. */
  | 'browser_gone'
  /** The browser could not open the page. */
  | 'navigation'
  /** The document is larger than the limit. */
  | 'too_large'
  /** An action, or waiting for an element, did not succeed on this page. */
  | 'action_failed'
  /** The browser does not support a selector of the request. */
  | 'invalid_selector'
  /** The caller's signal was aborted. */
  | 'aborted';

/** Thrown when a page cannot be rendered. Messages contain URLs without their query. */
export class RenderError extends EngineError<'render', RenderErrorCode> {
  override readonly name = 'RenderError';

  constructor(code: RenderErrorCode, message: string, options?: { cause?: unknown }) {
    super('render', code, message, options);
  }
}
