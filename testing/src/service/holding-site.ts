import type { ServerResponse } from 'node:http';
import { serveSite, type TestSite } from '../web/serve-site.ts';

const page =
  '<main><h1>Mill</h1><p>The old mill by the river grinds the grain of the whole village.</p></main>';

/**
 * A site with a page that it serves, and others that it serves only when they are requested a second time. A request
 * for one of these cannot end before its service is killed, and ends when it is repeated.
 */
export class HoldingSite {
  readonly #requested = new Set<string>();
  readonly #held = new Set<ServerResponse>();
  #site: TestSite | undefined;
  #isReleased = false;

  /** @param onHeld called when a request is held */
  static async serve(onHeld: () => void): Promise<HoldingSite> {
    const holding = new HoldingSite();
    holding.#site = await serveSite(
      (path) => (_request, response) => holding.#respond(path, response, onHeld),
    );
    return holding;
  }

  /** Requests that are held now. */
  get held(): number {
    return this.#held.size;
  }

  /** URL of the page that is served. */
  get url(): string {
    return `${this.#site?.origin}/`;
  }

  /** URL of a page that is held when it is first requested. */
  heldUrl(name: string): string {
    return `${this.#site?.origin}/${name}`;
  }

  /** Serves the pages that are held, and all others at once. */
  release(): void {
    this.#isReleased = true;
    for (const response of this.#held) response.end(page);
  }

  async close(): Promise<void> {
    await this.#site?.close();
  }

  #respond(path: string, response: ServerResponse, onHeld: () => void): void {
    response.setHeader('content-type', 'text/html');
    if (this.#isReleased || path === '/' || this.#requested.has(path)) {
      response.end(page);
      return;
    }
    this.#requested.add(path);
    this.#held.add(response);
    response.once('close', () => this.#held.delete(response));
    onHeld();
  }
}
