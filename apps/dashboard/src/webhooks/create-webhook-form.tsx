import { useSignal } from '@preact/signals';
import type { Webhook } from '@quern/sdk';
import type { JSX } from 'preact';
import { CheckList } from '../components/forms/check-list.tsx';
import { CheckedForm } from '../components/forms/checked-form.tsx';
import { UrlField } from '../components/forms/url-field.tsx';
import { t } from '../messages/translate-message.ts';
import { eventName } from './webhook-state.tsx';

type EventName = Webhook['events'][number];

const events = [
  'job.succeeded',
  'job.failed',
  'job.canceled',
  'batch.ended',
  'batch.canceled',
  'webhook.disabled',
] as const satisfies readonly EventName[];

interface CreateWebhookFormProps {
  readonly onCreate: (input: {
    readonly url: string;
    readonly events: readonly EventName[];
  }) => Promise<void>;
}

/** Address and events of a new webhook. */
export function CreateWebhookForm({ onCreate }: CreateWebhookFormProps): JSX.Element {
  const url = useSignal('');
  const chosen = useSignal<readonly EventName[]>([]);
  const submit = (): Promise<void> | undefined => {
    const address = url.value.trim();
    return /^https?:\/\/\S+$/.test(address) ? onCreate({ url: address, events: chosen.value }) : undefined;
  };
  return (
    <CheckedForm submitLabel={t('keys.createSubmit')} problem={t('error.invalid_url')} onSubmit={submit}>
      {(checked) => (
        <>
          <UrlField label={t('webhooks.url')} value={url} checked={checked} />
          <CheckList
            legend={t('webhooks.eventsHint')}
            choices={events.map((name) => ({ name, label: eventName(name) }))}
            checked={chosen}
          />
        </>
      )}
    </CheckedForm>
  );
}
