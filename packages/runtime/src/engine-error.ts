/**
 * An engine's expected failure, as it is after crossing from a thread: errors lose their class and fields on
 * the way, so both travel as data. `engine` is the class the error had there, such as `DocumentError`.
 */
export class EngineError extends Error {
  override readonly name = 'EngineFailure';
  readonly engine: string;
  readonly code: string;

  constructor(engine: string, code: string, message: string) {
    super(message);
    this.engine = engine;
    this.code = code;
  }
}

/** What a thread answers: the value of a task, or its expected failure. */
export type TaskResponse<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly engine: string;
      readonly code: string;
      readonly message: string;
      /** A bug, which is thrown on as it is. */
      readonly fault?: Error;
    };
