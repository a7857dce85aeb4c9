/** An error response of S3. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;
  readonly elements: string;

  /** @param elements further XML elements */
  constructor(status: number, code: string, message: string, elements = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.elements = elements;
  }

  /** The XML document of the response. */
  get xml(): string {
    return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${this.code}</Code><Message>${this.message}</Message>${this.elements}</Error>`;
  }
}
