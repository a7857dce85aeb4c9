import { signal } from '@preact/signals';
import type { Quern, Usage } from '@quern/sdk';
import { client } from './session.ts';

/** Balance and usage of the last 30 days; undefined until they are known. */
export const account = signal<Usage | undefined>(undefined);
/** The client whose account is shown. */
let owner: Quern | undefined;

/** Requests balance and usage again. Errors leave them as they are: pages that depend on them show their own. */
export async function refreshAccount(): Promise<void> {
  const quern = client.value;
  if (quern !== owner) account.value = undefined;
  owner = quern;
  if (quern === undefined) return;
  try {
    const { data } = await quern.usage();
    // Another key may have been chosen meanwhile.
    if (client.peek() === quern) account.value = data;
  } catch {
    // The next request that succeeds refreshes it.
  }
}
