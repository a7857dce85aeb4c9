import { computed, signal } from '@preact/signals';
import { createQuern, createQuernAdmin, QuernError } from '@quern/sdk';

/** The secrets of the signed-in person. They are kept for the browser tab only. */
export interface Session {
  readonly apiKey?: string | undefined;
  readonly adminToken?: string | undefined;
}

const storageKey = 'quern.session';
const baseUrl = (): string => location.origin;
/** The client would call it as its own method, which browsers reject. */
const browserFetch: typeof fetch = (input, init) => fetch(input, init);

const stored = signal<Session>({});

/** The current session. */
export const session = computed(() => stored.value);
/** Whether anyone is signed in. */
export const isSignedIn = computed(
  () => stored.value.apiKey !== undefined || stored.value.adminToken !== undefined,
);

/** Client of the operations; undefined without an API key. */
export const client = computed(() => {
  const { apiKey } = stored.value;
  return apiKey === undefined ? undefined : createQuern({ baseUrl: baseUrl(), apiKey, fetch: browserFetch });
});

/** Client of the admin API; undefined without an admin token. */
export const admin = computed(() => {
  const { adminToken } = stored.value;
  if (adminToken === undefined) return undefined;
  return createQuernAdmin({ baseUrl: baseUrl(), adminToken, fetch: browserFetch });
});

/** Reads the session of this tab. */
export function restoreSession(): void {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return;
  try {
    const { apiKey, adminToken } = JSON.parse(text) as Record<string, unknown>;
    stored.value = {
      ...(typeof apiKey === 'string' ? { apiKey } : {}),
      ...(typeof adminToken === 'string' ? { adminToken } : {}),
    };
  } catch {
    // Written by another version; sign in again.
    sessionStorage.removeItem(storageKey);
  }
}

/** Adds secrets to the session. */
export function addToSession(added: Session): void {
  stored.value = { ...stored.value, ...added };
  sessionStorage.setItem(storageKey, JSON.stringify(stored.value));
}

/** Forgets the secrets. */
export function signOut(): void {
  stored.value = {};
  sessionStorage.removeItem(storageKey);
}

const wrongSecretCodes: ReadonlySet<string> = new Set(['unknown_key', 'malformed_key', 'missing_key']);

/** A secret that the service does not know. */
export class WrongSecretError extends Error {}

/** Kinds of secrets. */
export type SecretKind = 'apiKey' | 'adminToken';

/**
 * Signs in with a secret, which is tried as an API key and as the admin token.
 *
 * @param kind of the secret, if it is known
 * @throws WrongSecretError if it is neither, QuernError if the service does not respond or refuses the key
 */
export async function signIn(secret: string, kind?: SecretKind): Promise<void> {
  if (kind !== 'adminToken' && !secret.startsWith('qn_admin_')) {
    const apiKey = secret;
    const quern = createQuern({ baseUrl: baseUrl(), apiKey, fetch: browserFetch });
    if (await isAccepted(() => quern.usage())) return addToSession({ apiKey });
  }
  if (kind !== 'apiKey' && !secret.startsWith('qn_live_')) {
    const adminToken = secret;
    const client = createQuernAdmin({ baseUrl: baseUrl(), adminToken, fetch: browserFetch });
    if (await isAccepted(() => client.accounts.list({ limit: 1 }))) return addToSession({ adminToken });
  }
  throw new WrongSecretError();
}

async function isAccepted(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof QuernError && wrongSecretCodes.has(error.code)) return false;
    throw error;
  }
}
