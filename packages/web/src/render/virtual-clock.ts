import { waitAtMost } from '@quern/runtime/deadline';
import type { CDPSession } from 'playwright-core';
import type { PageNetwork } from './page-network.ts';

/** Tasks without delay that a page may run before its clock advances nevertheless. */
const starvationCountMax = 1000;
const pollIntervalMs = 100;
/** A pending request stops the clock for at most this long: streams and long polls never end. */
const requestWaitMs = 8000;
/** When only requests that the text does not depend on are pending, they stop the clock for at most this long. */
const sideRequestWaitMs = 400;

/**
 * The clock of a page. It advances without waiting while the page has nothing to do, and stops while it loads
 * something, so that content that a timer creates after ten seconds appears at once (Chrome DevTools Protocol,
 * `Emulation.setVirtualTimePolicy`). Between two calls of `advance` the page's clock is stopped.
 */
export class VirtualClock {
  readonly #session: CDPSession;
  readonly #network: PageNetwork;
  #onExpired: (() => void) | undefined;

  /** @returns undefined if the browser cannot control the clock of its pages */
  static async open(session: CDPSession, network: PageNetwork): Promise<VirtualClock | undefined> {
    try {
      await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
    } catch {
      return undefined;
    }
    return new VirtualClock(session, network);
  }

  private constructor(session: CDPSession, network: PageNetwork) {
    this.#session = session;
    this.#network = network;
    session.on('Emulation.virtualTimeBudgetExpired', () => this.#onExpired?.());
  }

  /**
   * Advances the clock.
   *
   * @param budgetMs time on the page's clock
   * @param deadlineMs real time at which to stop, on the clock of `performance.now()`
   * @returns whether the page's clock reached the end of the budget in time
   */
  async advance(budgetMs: number, deadlineMs: number): Promise<boolean> {
    const expired = new Promise<true>((resolve) => {
      this.#onExpired = () => resolve(true);
    });
    let isForced = this.#network.hasStream;
    await this.#setPolicy(isForced ? 'advance' : 'pauseIfNetworkFetchesPending', budgetMs, deadlineMs);
    const startedMs = performance.now();
    let mainRequestMs = startedMs;
    for (;;) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return false;
      if (await waitAtMost(expired, Math.min(pollIntervalMs, leftMs))) return true;
      const nowMs = performance.now();
      if (this.#network.openRequests > 0) mainRequestMs = nowMs;
      const isStuck =
        this.#network.hasStream ||
        nowMs - mainRequestMs > sideRequestWaitMs ||
        this.#network.oldestRequestMs > requestWaitMs;
      if (isStuck && !isForced) {
        isForced = true;
        await this.#setPolicy('advance', budgetMs, deadlineMs);
      }
    }
  }

  async #setPolicy(
    policy: 'advance' | 'pauseIfNetworkFetchesPending',
    budget: number,
    deadlineMs: number,
  ): Promise<void> {
    const sending = this.#session
      .send('Emulation.setVirtualTimePolicy', {
        policy,
        budget,
        maxVirtualTimeTaskStarvationCount: starvationCountMax,
      })
      .catch(() => undefined);
    await waitAtMost(sending, Math.max(0, deadlineMs - performance.now()));
  }
}
