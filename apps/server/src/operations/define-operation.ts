import type { z } from 'zod';
import type { Engines } from '../engines/engines.ts';
import type { ExpectedWork, WorkCost } from '../engines/work-cost.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { validateInput } from '../validation/validate-input.ts';
import type { CrawlPages } from './crawl-pages.ts';
import { type InputField, readInputFields } from './input-fields.ts';

/** A media type that a request body can have. */
export type MediaType = 'application/json' | 'multipart/form-data';

/** Engines, cancellation and progress reporting for the handling of one request. */
export interface OperationContext {
  readonly engines: Engines;
  /** Aborted when the client disconnects, the time limit is exceeded, or the node shuts down. */
  readonly signal: AbortSignal;
  /** Reports the completed fraction, 0 to 1, and the current step. */
  readonly progress: (fraction: number, message?: string) => void;
  /** Whether no client waits for the result, so that the work may take hours. */
  readonly isBackground: boolean;
  /**
   * Publishes a finished page of the result, in its preliminary form, so that it can be read before the others; undefined
   * if no client can read it.
   */
  readonly publishPage?: ((page: PublishedPage) => void) | undefined;
  /** The pages of a crawl; undefined unless the operation is a coordinator. */
  readonly pages?: CrawlPages | undefined;
}

/** A finished page of a document. */
export interface PublishedPage {
  /** Its number, from 1. */
  readonly page: number;
  readonly format: 'markdown' | 'text';
  readonly content: string;
}

/** Maximum number of pages that are recognized in the background; the engine's own limit is for clients that wait. */
export const backgroundPagesMax = 2000;

/** The argument of an operation's `run`. */
export interface RunRequest<Input, Prepared> extends OperationContext {
  /** The validated input. */
  readonly input: Input;
  /** The result of `prepare`; undefined for an operation without it. */
  readonly prepared: Prepared;
}

/** A result of `prepare`. */
export interface PreparedInput {
  /** Tokens of the input, where the price depends on them; returned by a dry run. */
  readonly tokenCount?: number;
}

/** How the price of a request is computed. */
export interface OperationPrice<Prepared> {
  /** Lowest price of any request, in credits. A request that cannot pay it is rejected before `prepare`. */
  readonly minimum: number;
  /** The price in words, such as `1 credit per request`. */
  readonly label: string;
  /** Returns the price of one request, in whole credits. */
  readonly compute: (prepared: Prepared) => number;
}

/** A request and the result that the service returned for it; recorded by `npm run record-examples`. */
export interface OperationExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

/** Results that the service stores and returns again by `GET /v0/<path>/<id>` until they expire. */
export interface StoredResultOptions {
  readonly path: string;
  /** Field of the result that receives the id. */
  readonly field: string;
  readonly idPrefix: string;
}

/** The properties of an operation that do not depend on the types of its values. */
interface OperationDescription {
  /** The path below /v0, the scope, and the name in logs and metrics; in kebab case. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Accepted media types of the body, the preferred one first. */
  readonly consumes: readonly MediaType[];
  /** Schema of a result. Tests validate results against it; the service does not. */
  readonly output: z.ZodType;
  /**
   * Path of the result's text, such as `text.description`, for clients that print plain text; of several with `|` between
   * them, the first one that the result has.
   */
  readonly plainResult?: string;
  /** Error codes that this operation can return in addition to those that all operations share. */
  readonly errors?: readonly ErrorCode[];
  /**
   * Input of the call that the startup banner prints. It must work without a network and without downloaded models;
   * operations that need them have none.
   */
  readonly quickStartInput?: Readonly<Record<string, unknown>>;
  /** Recorded examples; documentation shows the first. */
  readonly examples: readonly OperationExample[];
  readonly timeLimitMs: number;
  readonly storedResult?: StoredResultOptions;
  /**
   * Maximum number of its jobs that run on a node at the same time; by default half of the slots, or four if it takes files,
   * which are in memory meanwhile.
   */
  readonly runningJobsMax?: number;
  /**
   * Whether it only coordinates requests of other operations, which are charged one by one. It always runs as a job, for
   * up to a day, next to the jobs that do work; its result states `usage`.
   */
  readonly isCoordinator?: boolean;
}

interface TypedDescription<Input> extends OperationDescription {
  readonly input: z.ZodType<Input>;
  /** Field that clients accept as the main argument, such as the text or the URL. */
  readonly primaryInput?: keyof Input & string;
  /**
   * Returns the maximum age, ms, of a stored result of an equal request that may be returned instead of a new one;
   * undefined if none may. Its input must be a field `maxAge`, which is not part of the comparison; a field `timeout`
   * is not part of it either.
   */
  readonly reuseMaxAgeMs?: (input: Input) => number | undefined;
  /** Estimated work, used to reject requests that would wait too long; undefined if it is negligible. */
  readonly cost?: WorkCost<Input>;
  /**
   * Rejects input that the settings of this service do not permit. It is called before an earlier result is looked
   * up, and for dry runs too.
   *
   * @throws ServiceError
   */
  readonly requirePermitted?: (input: Input, engines: Engines) => void;
  /** Returns the most that the requests of a coordinator can cost together, which a dry run returns. */
  readonly priceMax?: (input: Input) => number;
}

interface FixedPriceDefinition<Input, Data extends object> extends TypedDescription<Input> {
  readonly price: OperationPrice<undefined>;
  readonly prepare?: undefined;
  readonly run: (request: RunRequest<Input, undefined>) => Promise<Data>;
}

interface PreparedDefinition<Input, Prepared extends PreparedInput, Data extends object>
  extends TypedDescription<Input> {
  readonly price: OperationPrice<Prepared>;
  /** Computes the quantities that the price depends on, such as the number of tokens of a document. */
  readonly prepare: (input: Input, context: OperationContext) => Promise<Prepared>;
  readonly run: (request: RunRequest<Input, Prepared>) => Promise<Data>;
}

/**
 * An operation: data, and one function that does the work. `run` returns the result without `usage` and without the
 * id of a stored result, which the pipeline adds.
 */
export type OperationDefinition<Input, Prepared extends PreparedInput, Data extends object> =
  | FixedPriceDefinition<Input, Data>
  | PreparedDefinition<Input, Prepared, Data>;

/** An operation without the types of its values, as the registry lists it and the pipeline runs it. */
export interface Operation extends OperationDescription {
  readonly input: z.ZodType;
  readonly inputFields: readonly InputField[];
  readonly primaryInput?: string;
  readonly errors: readonly ErrorCode[];
  readonly price: Pick<OperationPrice<never>, 'minimum' | 'label'>;
  /** Whether preparing a request does work before its price is known. */
  readonly hasPreparation: boolean;
  /** Whether results are stored for equal requests. */
  readonly isReusable: boolean;
  /**
   * Returns the expected work of a request before its input is known; undefined if it is negligible.
   *
   * @param units length of the input, or a guess of it
   */
  readonly expectWork: (units: number) => ExpectedWork | undefined;
  /**
   * Validates raw input.
   *
   * @throws ServiceError `invalid_parameters`, or the code of the invalid field
   */
  readonly parse: (raw: unknown) => ParsedRequest;
}

/** A request with valid input. */
export interface ParsedRequest {
  /** The validated input, for the fingerprint of idempotent requests. */
  readonly input: unknown;
  /** Maximum age of an earlier result, ms, that is returned instead of a new one; undefined if none is. */
  readonly reuseMaxAgeMs: number | undefined;
  /** Undefined if it is negligible. */
  readonly work: ExpectedWork | undefined;
  /** @throws ServiceError if the settings of this service do not permit the request */
  requirePermitted(engines: Engines): void;
  /** Does the work that the price depends on. A fixed price needs none, and no promise. */
  prepare(context: OperationContext): PreparedRun | Promise<PreparedRun>;
}

/** A request whose price is known. */
export interface PreparedRun {
  /** Price in credits. */
  readonly price: number;
  /** See `priceMax` of an operation. */
  readonly priceMax?: number | undefined;
  readonly tokenCount: number | undefined;
  /** An earlier result that is returned instead of running, with its id. */
  readonly reused?: { readonly chunks: readonly Uint8Array[]; readonly size: number };
  /** Does the work. */
  run(): Promise<object>;
}

/**
 * Defines an operation. Everything public is derived from the definition: the HTTP route, the OpenAPI document, the
 * forms of the documentation, the methods and commands of the clients, the scope, and the labels of metrics.
 *
 * @throws Error if the definition contradicts itself
 */
export function defineOperation<Input, Prepared extends PreparedInput, Data extends object>(
  definition: PreparedDefinition<Input, Prepared, Data>,
): Operation;
export function defineOperation<Input, Data extends object>(
  definition: FixedPriceDefinition<Input, Data>,
): Operation;
export function defineOperation<Input, Prepared extends PreparedInput, Data extends object>(
  definition: OperationDefinition<Input, Prepared, Data>,
): Operation {
  const inputFields = readInputFields(definition.input);
  checkDefinition(definition, inputFields);
  const { cost, ...description } = definition;
  const expectWork = (units: number): ExpectedWork | undefined =>
    cost && { resource: cost.resource, ms: cost.baseMs + cost.perUnitMs * units };
  return {
    ...description,
    inputFields,
    errors: definition.errors ?? [],
    hasPreparation: definition.prepare !== undefined,
    isReusable: definition.reuseMaxAgeMs !== undefined && definition.storedResult !== undefined,
    expectWork,
    parse: (raw) => {
      const input = validateInput(definition.input, raw);
      return {
        input,
        reuseMaxAgeMs: definition.reuseMaxAgeMs?.(input),
        work: expectWork(cost?.units(input) ?? 0),
        requirePermitted: (engines) => definition.requirePermitted?.(input, engines),
        prepare: (context) => prepareRun(definition, input, context),
      };
    },
  };
}

function prepareRun<Input, Prepared extends PreparedInput, Data extends object>(
  definition: OperationDefinition<Input, Prepared, Data>,
  input: Input,
  context: OperationContext,
): PreparedRun | Promise<PreparedRun> {
  if (definition.prepare !== undefined) return prepareAtCost(definition, input, context);
  return {
    price: definition.price.compute(undefined),
    priceMax: definition.priceMax?.(input),
    tokenCount: undefined,
    run: () => definition.run({ ...context, input, prepared: undefined }),
  };
}

async function prepareAtCost<Input, Prepared extends PreparedInput, Data extends object>(
  definition: PreparedDefinition<Input, Prepared, Data>,
  input: Input,
  context: OperationContext,
): Promise<PreparedRun> {
  const prepared = await definition.prepare(input, context);
  return {
    price: definition.price.compute(prepared),
    tokenCount: prepared.tokenCount,
    run: () => definition.run({ ...context, input, prepared }),
  };
}

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

function checkDefinition(
  { name, primaryInput, consumes, examples }: OperationDescription & { readonly primaryInput?: string },
  fields: readonly InputField[],
): void {
  const fail = (problem: string): never => {
    throw new Error(`operation ${JSON.stringify(name)}: ${problem}`);
  };
  if (!namePattern.test(name)) fail('the name must be in kebab case');
  if (consumes.length === 0) fail('consumes must name a media type');
  if (examples.length === 0) fail('an example is missing');
  if (primaryInput !== undefined && !fields.some((field) => field.name === primaryInput)) {
    fail(`primaryInput ${JSON.stringify(primaryInput)} is not a field of the input`);
  }
}
