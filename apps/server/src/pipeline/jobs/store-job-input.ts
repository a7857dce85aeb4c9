import { ServiceError } from '../../errors/service-error.ts';
import type { StoredBody } from '../../storage/driver/stored-body.ts';
import type { Store } from '../../storage/store.ts';
import { encodeJobInput } from './encode-job-input.ts';

/** Seconds after which a full queue may have space again. */
export const queueFullRetrySeconds = 60;

/**
 * Stores the input of a job until the job has ended.
 *
 * @param raw the input before it is parsed
 * @throws {ServiceError} `overloaded` if the inputs of waiting jobs use all the space that there is for them
 */
export async function storeJobInput(
  raw: unknown,
  accountId: string,
  { store: { results }, now }: { readonly store: Pick<Store, 'results'>; readonly now: () => number },
  signal: AbortSignal,
): Promise<StoredBody> {
  const encoded = encodeJobInput(raw);
  if (typeof encoded === 'string') return { kind: 'inline', body: encoded };
  const staged = await results.stage(encoded, signal);
  if (!(await results.pin(staged, accountId, now()))) {
    throw new ServiceError(
      'overloaded',
      'the inputs of waiting jobs use all the space that there is for them; try again later',
      { retryAfterSeconds: queueFullRetrySeconds },
    );
  }
  return { kind: 'blob', digest: staged.digest };
}
