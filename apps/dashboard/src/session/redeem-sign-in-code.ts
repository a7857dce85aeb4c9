import { addToSession } from './session.ts';

/**
 * Signs in with the code of the link that the startup banner prints. It is in the fragment of the URL, which browsers do not
 * send, and is removed from it at once.
 *
 * @returns whether the page was not opened by such a link, or its code was accepted
 */
export async function redeemSignInCode(): Promise<boolean> {
  const code = /^#start=(\w+)$/.exec(location.hash)?.[1];
  if (code === undefined) return true;
  history.replaceState(null, '', location.pathname);
  try {
    const response = await fetch('/dashboard/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    if (!response.ok) return false;
    const { apiKey, adminToken } = (await response.json()) as Record<string, string | undefined>;
    addToSession({ apiKey, adminToken });
    return true;
  } catch {
    return false;
  }
}
