/**
 * An expected failure of an engine: bad input, a missing model, an unreachable host. Anything else that is thrown is a
 * bug.
 *
 * `engine` and `code` together identify the failure. Each package declares its engine's name and codes and extends this
 * class; an application maps the union of all `EngineErrorId`s.
 *
 * Structured cloning drops the class and the fields of an error, so an engine error crosses from a thread as
 * `SerializedEngineError` and becomes an `EngineError` again, without its subclass.
 */
export class EngineError<Engine extends string = string, Code extends string = string> extends Error {
  override readonly name: string = 'EngineError';
  readonly engine: Engine;
  readonly code: Code;

  constructor(engine: Engine, code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.engine = engine;
    this.code = code;
  }

  /** The engine and the code as one string, such as `document.unreadable`. */
  get id(): `${Engine}.${Code}` {
    return `${this.engine}.${this.code}`;
  }

  /** The fields that survive structured cloning. */
  serialize(): SerializedEngineError {
    const { engine, code, message } = this;
    return { engine, code, message };
  }

  /** Restores an error that was serialized in another thread. */
  static deserialize({ engine, code, message }: SerializedEngineError): EngineError {
    return new EngineError(engine, code, message);
  }
}

/** The identifiers of one class of engine error, such as `'document.unreadable' | 'document.empty'`. */
export type EngineErrorId<Failure extends EngineError> =
  Failure extends EngineError<infer Engine, infer Code> ? `${Engine}.${Code}` : never;

/** An engine error as plain data. */
export interface SerializedEngineError {
  readonly engine: string;
  readonly code: string;
  readonly message: string;
}
