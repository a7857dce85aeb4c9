/** A response with an error status. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;
  /** Value of the header `Retry-After`. */
  readonly retryAfter: string | undefined;
  /** Start of the body. It may repeat the prompt, so it must not be logged. */
  readonly body: string;

  constructor(status: number, retryAfter: string | undefined, body: string) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}
