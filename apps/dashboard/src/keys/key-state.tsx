import type { ApiKey } from '@quern/sdk';
import type { JSX } from 'preact';
import { formatTime } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';

/** Whether a key is revoked or expired, and until when it is valid. */
export function KeyState({
  apiKey: { revokedAt, expiresAt },
}: {
  readonly apiKey: ApiKey;
}): JSX.Element | null {
  const now = Date.now();
  if (revokedAt !== null && revokedAt <= now) return <span class="badge bad">{t('keys.revoked')}</span>;
  if (revokedAt !== null)
    return <span class="badge">{t('keys.validUntil', { time: formatTime(revokedAt) })}</span>;
  if (expiresAt !== null && expiresAt <= now) return <span class="badge bad">{t('keys.expired')}</span>;
  if (expiresAt !== null)
    return <span class="badge">{t('keys.validUntil', { time: formatTime(expiresAt) })}</span>;
  return null;
}
