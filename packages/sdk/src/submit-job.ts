import { type CallOptions, createCallHeaders, type QuernResponse, sendForData } from './call-operation.ts';
import type { ClientConfig } from './client-config.ts';
import { encodeBody } from './encode-body.ts';
import type { Job } from './generated/operation-types.ts';
import type { OperationDescriptor } from './operation-descriptor.ts';
import { toQueryString } from './query-string.ts';

/** A job whose result has a known type. */
export interface TypedJob<Data> extends Omit<Job, 'data'> {
  /** The result, once the job has succeeded; never in lists. */
  readonly data?: Data;
}

/** Options of the submission of a job. */
export interface SubmitOptions extends Omit<CallOptions, 'dryRun'> {
  /** At most 16 strings that the job is returned with and can be found by. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** A method of an operation that always is a job: it returns the job, whose result has to be waited for. */
export type JobMethod<Input, Data> = (
  input: Input,
  options?: SubmitOptions,
) => Promise<QuernResponse<TypedJob<Data>>>;

/** Submits a request as a job. */
export function submitJob<Data>(
  config: ClientConfig,
  operation: OperationDescriptor,
  input: object,
  { metadata, ...callOptions }: SubmitOptions = {},
): Promise<QuernResponse<Data>> {
  return sendForData(config, {
    method: 'POST',
    path: `/v0/${operation.name}${toQueryString({ metadata })}`,
    headers: { ...createCallHeaders(config, callOptions), prefer: 'respond-async' },
    body: encodeBody(operation, input),
    retrySafety: 'safe',
    signal: callOptions.signal,
  });
}
