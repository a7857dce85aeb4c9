import { useSignal } from '@preact/signals';
import type { Quern, Webhook } from '@quern/sdk';
import type { JSX } from 'preact';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { LoadedContent } from '../components/loaded-content.tsx';
import { SecretCard, SecretValue } from '../components/secret-card.tsx';
import { type Loaded, useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';
import { DeliveryList } from './delivery-list.tsx';
import { eventName, WebhookState } from './webhook-state.tsx';

interface WebhookPageProps {
  readonly quern: Quern;
  readonly id: string;
}

/** A webhook with its deliveries. */
export function WebhookPage({ quern, id }: WebhookPageProps): JSX.Element {
  const sent = useSignal(0);
  const secret = useSignal('');
  const loaded = useLoaded(async (signal) => (await quern.webhooks.get(id, { signal })).data, [quern, id]);
  return (
    <>
      <p>
        <a href={toHash({ view: 'webhooks' })}>{t('nav.webhooks')}</a>
      </p>
      {secret.value !== '' && (
        <SecretCard
          title={t('webhooks.secret')}
          hint={t('webhooks.rotated')}
          onClose={() => {
            secret.value = '';
          }}
        >
          <SecretValue value={secret.value} />
        </SecretCard>
      )}
      <LoadedContent loaded={loaded}>
        {(webhook) => (
          <>
            <div class="page-head">
              <div>
                <h1 class="address" dir="ltr">
                  {webhook.url}
                </h1>
                <p class="hint">
                  <WebhookState webhook={webhook} />{' '}
                  {webhook.events.length === 0
                    ? t('webhooks.allEvents')
                    : webhook.events.map(eventName).join(', ')}
                </p>
              </div>
              <Actions
                quern={quern}
                webhook={webhook}
                change={loaded.change}
                fail={loaded.fail}
                onSecret={(value) => {
                  secret.value = value;
                }}
                onSent={() => {
                  sent.value += 1;
                }}
              />
            </div>
            <DeliveryList quern={quern} id={id} sent={sent.value} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

interface ActionsProps extends Pick<Loaded<Webhook>, 'change' | 'fail'> {
  readonly quern: Quern;
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
  /** Called when something was sent to the webhook. */
  readonly onSent: () => void;
}

function Actions({ quern, webhook, change, fail, onSecret, onSent }: ActionsProps): JSX.Element {
  const { id, disabledAt } = webhook;
  const { webhooks } = quern;
  const test = async (): Promise<void> => {
    await webhooks.test(id);
    onSent();
  };
  const rotate = async (): Promise<void> => onSecret((await webhooks.rotate(id)).data.secret);
  const remove = (): void =>
    void webhooks.delete(id).then(() => {
      location.hash = toHash({ view: 'webhooks' });
    }, fail);
  return (
    <div class="row">
      <button type="button" onClick={() => void change(test)}>
        {t('webhooks.test')}
      </button>
      <button type="button" onClick={() => void change(rotate)}>
        {t('webhooks.rotate')}
      </button>
      <button
        type="button"
        onClick={() => void change(() => (disabledAt === null ? webhooks.disable(id) : webhooks.enable(id)))}
      >
        {t(disabledAt === null ? 'webhooks.disable' : 'webhooks.enable')}
      </button>
      <ConfirmedButton label={t('app.delete')} confirm={t('app.confirmDelete')} onConfirm={remove} />
    </div>
  );
}
