import { computed, signal } from '@preact/signals';
import { createQuern, createQuernAdmin, type Quern, type QuernAdmin, QuernError } from '@quern/sdk';

/** The secrets of the signed-in person. They are kept for the browser tab only. */
export interface Session {
  readonly apiKey?: string | undefined;
  readonly adminToken?: string | undefined;
}

const storageKey = 'quern.session';

const createClient = (apiKey: string): Quern => createQuern({ baseUrl: location.origin, apiKey });
const createAdmin = (adminToken: string): QuernAdmin =>
  createQuernAdmin({ baseUrl: location.origin, adminToken });

/** The current session. */
export const session = signal<Session>({});
/** Whether anyone is signed in. */
export const isSignedIn = computed(
  () => session.value.apiKey !== undefined || session.value.adminToken !== undefined,
);

/** Client of the operations; undefined without an API key. */
export const client = computed(() => {
  const { apiKey } = session.value;
  return apiKey === undefined ? undefined : createClient(apiKey);
});

/** Client of the admin API; undefined without an admin token. */
export const admin = computed(() => {
  const { adminToken } = session.value;
  return adminToken === undefined ? undefined : createAdmin(adminToken);
});

/** Reads the session of this tab. */
export function restoreSession(): void {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return;
  try {
    const { apiKey, adminToken } = JSON.parse(text) as Record<string, unknown>;
    session.value = {
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
  session.value = { ...session.value, ...added };
  sessionStorage.setItem(storageKey, JSON.stringify(session.value));
}

/** Forgets the secrets. */
export function signOut(): void {
  session.value = {};
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
    const quern = createClient(apiKey);
    if (await isAccepted(() => quern.usage())) return addToSession({ apiKey });
  }
  if (kind !== 'apiKey' && !secret.startsWith('qn_live_')) {
    const adminToken = secret;
    const client = createAdmin(adminToken);
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
