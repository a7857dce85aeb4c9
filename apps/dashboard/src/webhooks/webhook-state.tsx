import type { Webhook } from '@quern/sdk';
import type { JSX } from 'preact';
import { formatTime } from '../components/format.ts';
import { findMessage, t } from '../messages/translate-message.ts';

/** Returns the name of an event in the language of the page. */
export const eventName = (event: string): string => findMessage(`event.${event}`) ?? event;

/** Whether a webhook receives events. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): JSX.Element {
  const { disabledAt, failingSince } = webhook;
  if (disabledAt !== null) {
    return (
      <span class="badge" title={formatTime(disabledAt)}>
        {t('webhooks.disabled')}
      </span>
    );
  }
  if (failingSince !== null) {
    return (
      <span class="badge bad" title={formatTime(failingSince)}>
        {t('webhooks.failing')}
      </span>
    );
  }
  return <span class="badge good">{t('webhooks.active')}</span>;
}
