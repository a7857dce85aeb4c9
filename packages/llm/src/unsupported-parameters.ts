import type { StatusError } from './failures/response-failure.ts';

/** Parameters that some models reject. */
const optionalParameters = ['temperature', 'max_tokens'] as const;

/**
 * Remembers which optional parameters an endpoint rejects, and leaves them out: models with reasoning accept no
 * `temperature`, and have `max_completion_tokens` instead of `max_tokens`.
 */
export class UnsupportedParameters {
  readonly #names = new Set<string>();

  /** @returns whether the error (400 or 422) names a parameter that was not known to be unsupported */
  learn({ status, body }: StatusError): boolean {
    if (status !== 400 && status !== 422) return false;
    const found = optionalParameters.filter((name) => body.includes(name) && !this.#names.has(name));
    for (const name of found) this.#names.add(name);
    return found.length > 0;
  }

  /** Returns the parameters of a request under the names that the endpoint accepts, without the others. */
  write(temperature: number, completionTokensMax: number | undefined): Record<string, number> {
    const limitName = this.#names.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
    return {
      ...(this.#names.has('temperature') ? {} : { temperature }),
      ...(completionTokensMax === undefined ? {} : { [limitName]: completionTokensMax }),
    };
  }
}
