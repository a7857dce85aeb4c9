import type { z } from 'zod';
import type { Engines } from '../engines/engines.ts';
import type { WorkCost } from '../engines/work-cost.ts';
import { validateInput } from '../validation/validate-input.ts';

export type MediaType = 'application/json' | 'multipart/form-data';

/** A file as it came in a multipart body, read whole. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A part of a multipart body, as it came. */
export interface MultipartPart {
  readonly name: string;
  /** There for a file alone; empty for a file input that nobody filled. */
  readonly filename?: string;
  /** Of a text; utf-8 when the part does not say. */
  readonly charset: string;
  readonly bytes: Buffer;
}

export interface OperationContext {
  readonly engines: Engines;
  /** Aborted when the client is gone, the time limit is over, or the node is shut down. */
  readonly signal: AbortSignal;
  /** Called with a fraction 0..1 of what is done, and what is being done. */
  readonly progress: (fraction: number, message?: string) => void;
}

/** What an operation says of itself: data, and one function that does the work. */
export interface OperationDefinition<Input, Prepared, Data extends object> {
  /** The path under /v0, the scope's name, and the name in logs and metrics. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly consumes: readonly MediaType[];
  readonly input: z.ZodType<Input>;
  /** Turns a multipart body into what `input` checks, for operations that take one. */
  readonly parseMultipart?: (parts: readonly MultipartPart[]) => unknown;
  /** The multipart body for the OpenAPI document, where `input` cannot say it. */
  readonly multipartSchema?: object;
  /** What `run` answers, with `usage`; tests hold results against it. */
  readonly output: z.ZodType;
  readonly example: { readonly input: object; readonly output: object };
  readonly timeLimitMs: number;
  /** What the work needs, to refuse early what would wait too long; absent: next to nothing. */
  readonly cost?: WorkCost;
  readonly price: {
    /** Credits below which there is no need to begin. */
    readonly least: number;
    readonly text: string;
    readonly of: (prepared: Prepared) => number;
  };
  /** What must be known before the price is: reading a document, counting tokens. */
  readonly prepare?: (input: Input, context: OperationContext) => Promise<Prepared>;
  /** Results that can be had again by `GET /v0/<path>/<id>` until they expire. */
  readonly storedResult?: { readonly path: string; readonly field: string; readonly idPrefix: string };
  /** The work. What it answers is the result's `data`, but for `usage`, which the runner adds. */
  readonly run: (input: Input, prepared: Prepared, context: OperationContext) => Promise<Data>;
}

/** An operation whose types only itself knows: what the registry holds and the runner runs. */
export interface Operation extends Omit<OperationDefinition<never, never, object>, 'input'> {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** Checks raw input against the schema; throws ServiceError `invalid_parameters` or a field's own code. */
  readonly parse: (raw: unknown) => unknown;
  readonly begin: (input: unknown, context: OperationContext) => Promise<PreparedRun>;
}

/** Work whose price is known. */
export interface PreparedRun {
  readonly price: number;
  readonly tokenCount: number | undefined;
  run(): Promise<object>;
}

export function defineOperation<Input, Prepared, Data extends object>(
  definition: OperationDefinition<Input, Prepared, Data>,
): Operation {
  const parse = (raw: unknown): Input => validateInput(definition.input, raw);
  const begin = async (input: Input, context: OperationContext): Promise<PreparedRun> => {
    const prepared = definition.prepare ? await definition.prepare(input, context) : (undefined as Prepared);
    const counted = (prepared as { tokenCount?: unknown } | undefined)?.tokenCount;
    return {
      price: definition.price.of(prepared),
      tokenCount: typeof counted === 'number' ? counted : undefined,
      run: () => definition.run(input, prepared, context),
    };
  };
  // The one place where types are forgotten: `begin` is only ever given what `parse` answered.
  return { ...definition, parse, begin } as unknown as Operation;
}
