import { useSignal } from '@preact/signals';
import type { QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { LoadedContent } from '../components/loaded-content.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { operations } from '../operations/operations.ts';
import { RequestTable } from '../requests/request-table.tsx';

const requestsMax = 200;
const keysMax = 1000;

/** The last requests of all accounts on this node. */
export function RequestLog({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const operation = useSignal('');
  const keys = useLoaded((signal) => client.keys.list({ limit: keysMax }, { signal }), [client]);
  const loaded = useLoaded(
    (signal) =>
      client.requests.list(
        { limit: requestsMax, ...(operation.value === '' ? {} : { operation: operation.value }) },
        { signal },
      ),
    [client, operation.value],
  );
  const names = new Map(keys.value?.map(({ id, name }) => [id, name]));
  return (
    <section class="card report">
      <div class="page-head">
        <div>
          <h2>{t('requests.title')}</h2>
          <p class="hint">{t('requests.hint')}</p>
        </div>
        <div class="row">
          <select
            class="quiet"
            aria-label={t('usage.operation')}
            value={operation.value}
            onChange={(event) => {
              operation.value = event.currentTarget.value;
            }}
          >
            <option value="">{t('keys.allOperations')}</option>
            {operations.value?.map(({ name }) => (
              <option key={name} value={name}>
                {operationTitle(name)}
              </option>
            ))}
          </select>
          <button type="button" onClick={loaded.reload}>
            {t('app.reload')}
          </button>
        </div>
      </div>
      <LoadedContent loaded={loaded}>
        {(requests) => <RequestTable requests={requests} keyName={(id) => names.get(id) ?? id} />}
      </LoadedContent>
    </section>
  );
}
