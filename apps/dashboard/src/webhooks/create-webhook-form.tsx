import { useSignal } from '@preact/signals';
import type { Webhook } from '@quern/sdk';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { CheckList } from '../components/check-list.tsx';
import { Field } from '../components/field.tsx';
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
  const isInvalid = useSignal(false);
  const problemId = useId();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isInvalid.value = !/^https?:\/\/\S+$/.test(url.value.trim());
    if (!isInvalid.value) await onCreate({ url: url.value.trim(), events: chosen.value });
  };
  return (
    <form class="create-key" onSubmit={(event) => void submit(event)} noValidate>
      <div class="options">
        <Field label={t('webhooks.url')}>
          {(id) => (
            <input
              id={id}
              type="url"
              dir="ltr"
              placeholder="https://"
              value={url.value}
              aria-invalid={isInvalid.value}
              aria-describedby={problemId}
              onInput={(event) => {
                url.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <CheckList
          legend={t('webhooks.eventsHint')}
          choices={events.map((name) => ({ name, label: eventName(name) }))}
          checked={chosen}
        />
      </div>
      <p id={problemId} class="problem" role="alert">
        {isInvalid.value ? t('error.invalid_url') : ''}
      </p>
      <button type="submit" class="primary">
        {t('keys.createSubmit')}
      </button>
    </form>
  );
}
