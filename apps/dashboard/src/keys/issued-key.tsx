import type { IssuedApiKey } from '@quern/sdk';
import type { JSX } from 'preact';
import { SecretCard, SecretValue } from '../components/secret-card.tsx';
import { t } from '../messages/translate-message.ts';

interface IssuedKeyProps {
  readonly issued: IssuedApiKey;
  readonly onClose: () => void;
}

/** A new key, which is shown this once, and a command that uses it. */
export function IssuedKey({ issued: { name, key }, onClose }: IssuedKeyProps): JSX.Element {
  return (
    <SecretCard title={t('keys.created')} hint={t('keys.shownOnce', { name })} onClose={onClose}>
      <SecretValue value={key} />
      <SecretValue value={`curl ${location.origin}/v0/usage -H "Authorization: Bearer ${key}"`} />
    </SecretCard>
  );
}
