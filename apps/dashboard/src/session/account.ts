import { signal } from '@preact/signals';
import type { Usage } from '@quern/sdk';
import { client } from './session.ts';

/** Balance and usage of the last 30 days; undefined until they are known. */
export const account = signal<Usage | undefined>(undefined);

/** Requests balance and usage again. Errors leave them as they are: pages that depend on them show their own. */
export async function refreshAccount(): Promise<void> {
  const quern = client.value;
  if (quern === undefined) {
    account.value = undefined;
    return;
  }
  try {
    account.value = (await quern.usage()).data;
  } catch {
    // The next request that succeeds refreshes it.
  }
}
