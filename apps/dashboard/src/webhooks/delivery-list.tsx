import { useSignal } from '@preact/signals';
import type { Quern, WebhookDelivery } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { formatNumber } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { eventName } from './webhook-state.tsx';

const statuses = ['pending', 'succeeded', 'failed'] as const;
const classes = { pending: '', succeeded: 'good', failed: 'bad' } as const;
const pageLength = 50;

interface DeliveryListProps {
  readonly quern: Quern;
  /** The webhook. */
  readonly id: string;
  /** Changes when something was sent. */
  readonly sent: number;
}

/** The events that were sent to a webhook, the newest first. */
export function DeliveryList({ quern, id, sent }: DeliveryListProps): JSX.Element {
  const status = useSignal<WebhookDelivery['status'] | undefined>(undefined);
  const limit = useSignal(pageLength);
  const loaded = useLoaded(
    async (signal) => {
      const filter = { status: status.value, limit: limit.value };
      return (await quern.webhooks.deliveries(id, filter, { signal })).data;
    },
    [quern, id, sent, status.value, limit.value],
  );
  const replay = (from: number, to?: number): void =>
    void loaded.change(() => quern.webhooks.replay(id, from, { to }));
  return (
    <section class="card report">
      <div class="page-head">
        <h2>{t('webhooks.deliveries')}</h2>
        <div class="row">
          <select
            class="quiet"
            aria-label={t('jobs.status')}
            value={status.value ?? ''}
            onChange={(event) => {
              status.value = statuses.find((name) => name === event.currentTarget.value);
            }}
          >
            <option value="">{t('keys.allOperations')}</option>
            {statuses.map((name) => (
              <option key={name} value={name}>
                {t(`webhooks.${name}`)}
              </option>
            ))}
          </select>
          <button type="button" onClick={loaded.reload}>
            {t('app.reload')}
          </button>
          {loaded.value?.deliveries.some(({ status: one }) => one === 'failed') === true && (
            <button type="button" onClick={() => replay(0)}>
              {t('webhooks.replayAll')}
            </button>
          )}
        </div>
      </div>
      <LoadedContent loaded={loaded}>
        {({ deliveries, nextCursor }) => (
          <>
            {deliveries.length === 0 ? (
              <p>{t('webhooks.noDeliveries')}</p>
            ) : (
              <DeliveryTable
                deliveries={deliveries}
                onReplay={({ createdAt }) => replay(createdAt, createdAt + 1)}
              />
            )}
            {nextCursor !== null && limit.value < deliveriesMax && (
              <button
                type="button"
                onClick={() => {
                  limit.value = Math.min(deliveriesMax, limit.value * 2);
                }}
              >
                {t('jobs.more')}
              </button>
            )}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

/** The most that one request returns. */
const deliveriesMax = 1000;

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onReplay: (delivery: WebhookDelivery) => void;
}

function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps): JSX.Element {
  const now = Date.now();
  return (
    <DataTable
      columns={[
        { label: t('webhooks.event') },
        { label: t('jobs.status') },
        { label: t('webhooks.attempts'), isNumber: true },
        { label: t('webhooks.response') },
        { label: t('webhooks.createdAt') },
        { label: t('jobs.actions'), isHidden: true },
      ]}
    >
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            {eventName(delivery.event)}
            <br />
            <code class="hint" dir="ltr">
              {delivery.id}
            </code>
          </td>
          <td>
            <span class={`badge ${classes[delivery.status]}`}>{t(`webhooks.${delivery.status}`)}</span>
          </td>
          <td class="number">{formatNumber(delivery.attempts)}</td>
          <td>
            {delivery.responseStatus ?? '–'}
            {delivery.error !== null && (
              <p class="hint" dir="auto">
                {delivery.error}
              </p>
            )}
            {delivery.status === 'pending' && delivery.attempts > 0 && (
              <p class="hint">
                {t('webhooks.next')} <RelativeTime ms={delivery.nextAttemptAt} nowMs={now} />
              </p>
            )}
          </td>
          <td>
            <RelativeTime ms={delivery.createdAt} nowMs={now} />
          </td>
          <td class="number">
            {delivery.status === 'failed' && (
              <button type="button" onClick={() => onReplay(delivery)}>
                {t('webhooks.replay')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
