import type { IssuedApiKey } from '@quern/sdk';
import type { JSX } from 'preact';
import { CopyButton } from '../components/copy-button.tsx';
import { t } from '../messages/translate-message.ts';

interface IssuedKeyProps {
  readonly issued: IssuedApiKey;
  readonly onClose: () => void;
}

/** A new key, which is shown this once, and a command that uses it. */
export function IssuedKey({ issued: { name, key }, onClose }: IssuedKeyProps): JSX.Element {
  const command = `curl ${location.origin}/v0/usage -H "Authorization: Bearer ${key}"`;
  return (
    <section class="card issued" aria-label={t('keys.created')}>
      <h2>{t('keys.created')}</h2>
      <p>{t('keys.shownOnce', { name })}</p>
      <div class="secret">
        <code dir="ltr">{key}</code>
        <CopyButton text={key} />
      </div>
      <div class="secret">
        <code dir="ltr">{command}</code>
        <CopyButton text={command} />
      </div>
      <button type="button" onClick={onClose}>
        {t('keys.done')}
      </button>
    </section>
  );
}
