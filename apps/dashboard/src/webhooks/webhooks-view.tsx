import { useSignal } from '@preact/signals';
import type { CreatedWebhook, Quern, Webhook } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { Drawer } from '../components/drawer.tsx';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { SecretCard, SecretValue } from '../components/secret-card.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { route, toHash } from '../navigation/route.ts';
import { client } from '../session/session.ts';
import { NeedsKey } from '../session/sign-in.tsx';
import { CreateWebhookForm } from './create-webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { eventName, WebhookState } from './webhook-state.tsx';

/** The webhooks of the account, or the one that the URL names. */
export function WebhooksView(): JSX.Element {
  const quern = client.value;
  const id = route.value.detail;
  if (quern === undefined) return <NeedsKey />;
  return id === '' ? <WebhookList quern={quern} /> : <WebhookPage key={id} quern={quern} id={id} />;
}

function WebhookList({ quern }: { readonly quern: Quern }): JSX.Element {
  const created = useSignal<CreatedWebhook | undefined>(undefined);
  const isCreating = useSignal(false);
  const loaded = useLoaded(async (signal) => (await quern.webhooks.list({ signal })).data.webhooks, [quern]);
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{t('nav.webhooks')}</h1>
          <p class="hint">{t('webhooks.hint')}</p>
        </div>
      </div>
      {created.value !== undefined && (
        <SecretCard
          title={t('webhooks.secret')}
          hint={t('webhooks.shownOnce')}
          onClose={() => {
            created.value = undefined;
          }}
        >
          <SecretValue value={created.value.secret} />
        </SecretCard>
      )}
      <Drawer title={t('webhooks.create')} isOpen={isCreating}>
        <CreateWebhookForm
          onCreate={(input) =>
            loaded.change(async () => {
              created.value = (await quern.webhooks.create(input)).data;
              isCreating.value = false;
            })
          }
        />
      </Drawer>
      <LoadedContent loaded={loaded}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <p class="card empty">{t('webhooks.empty')}</p>
          ) : (
            <WebhookTable webhooks={webhooks} />
          )
        }
      </LoadedContent>
    </>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }): JSX.Element {
  return (
    <section class="card">
      <DataTable
        columns={[
          { label: t('webhooks.url') },
          { label: t('webhooks.events') },
          { label: t('jobs.status') },
          { label: t('webhooks.createdAt') },
        ]}
      >
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <td>
              <a class="address" href={toHash({ view: 'webhooks', detail: webhook.id })} dir="ltr">
                {webhook.url}
              </a>
            </td>
            <td>
              {webhook.events.length === 0
                ? t('keys.allOperations')
                : webhook.events.map(eventName).join(', ')}
            </td>
            <td>
              <WebhookState webhook={webhook} />
            </td>
            <td>
              <RelativeTime ms={webhook.createdAt} nowMs={Date.now()} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
