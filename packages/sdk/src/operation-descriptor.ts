/** A property of an operation's input. */
export interface InputProperty {
  /** `array` for a list of texts, or of texts and other values; `json` for other lists. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'json';
  /** Whether a text may also be an integer. */
  readonly acceptsInteger?: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly default?: unknown;
  /** The allowed values, if they are enumerated. */
  readonly values?: readonly unknown[];
}

/** An operation as data, generated from the service's OpenAPI document. */
export interface OperationDescriptor {
  /** Last part of its path: `extract-entities` for `POST /v0/extract-entities`. */
  readonly name: string;
  readonly summary: string;
  /** Properties of the input, by name. */
  readonly input: Readonly<Record<string, InputProperty>>;
  /** The property that a command takes as its argument. */
  readonly primaryInput: string;
  /** `url` must be fetched by the service; `data-url` may also hold the data itself. */
  readonly primaryInputKind: 'text' | 'url' | 'data-url';
  /** The file that may be sent in place of the primary input. */
  readonly file?: { readonly property: string; readonly description: string };
  /**
   * Path of the part of the result that is meant for reading, such as `text.description`; of several with `|` between them,
   * the first one that the result has.
   */
  readonly plainResult?: string;
  /** Whether it always is a job. */
  readonly isJob?: boolean;
  /** Where results can be requested again: `scrapes` for `GET /v0/scrapes/{id}`. */
  readonly storedResults?: string;
}
