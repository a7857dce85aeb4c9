import { waitAtMost } from '@quern/runtime/deadline';
import type { CDPSession } from 'playwright-core';

/**
 * Runs scripts in an isolated world of the page's main frame, which shares its document, but whose variables and
 * prototypes the page can neither see nor change.
 */
export class PageWorld {
  readonly #session: CDPSession;
  #contextId: number | undefined;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /**
   * @param expression source of an expression; a promise is awaited
   * @returns undefined when the page did not respond in time or navigated away
   */
  evaluate(expression: string, timeoutMs: number): Promise<unknown> {
    return waitAtMost(
      this.#evaluate(expression).catch(() => undefined),
      Math.max(0, timeoutMs),
    );
  }

  async #evaluate(expression: string): Promise<unknown> {
    const known = this.#contextId;
    if (known === undefined) return this.#run(expression, await this.#createContext());
    try {
      return await this.#run(expression, known);
    } catch {
      // The page has navigated: its context no longer exists.
      return this.#run(expression, await this.#createContext());
    }
  }

  async #createContext(): Promise<number> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'quern',
    });
    this.#contextId = executionContextId;
    return executionContextId;
  }

  async #run(expression: string, contextId: number): Promise<unknown> {
    const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    return exceptionDetails !== undefined || result.subtype === 'error' ? undefined : result.value;
  }
}
