import type { QuernAdmin, System } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { FigureList } from '../components/figure-list.tsx';
import { formatBytes, formatNumber } from '../components/format.ts';
import { LoadedContent } from '../components/loaded-content.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { admin } from '../session/session.ts';
import { NeedsAdmin } from '../session/sign-in.tsx';
import { ModelList } from './model-list.tsx';

/** The state of the node: checks, engines, models, queues and storage. */
export function SystemView(): JSX.Element {
  const client = admin.value;
  return client === undefined ? <NeedsAdmin /> : <SystemReport client={client} />;
}

function SystemReport({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const loaded = useLoaded((signal) => client.system.get({ signal }), [client]);
  return (
    <>
      <div class="page-head">
        <h1>{t('nav.system')}</h1>
        <button type="button" onClick={loaded.reload}>
          {t('app.reload')}
        </button>
      </div>
      <LoadedContent loaded={loaded}>
        {(system) => (
          <>
            <Figures system={system} />
            <Checks checks={system.checks} />
            <Engines system={system} />
            <BundledModels models={system.models} />
          </>
        )}
      </LoadedContent>
      <ModelList client={client} />
    </>
  );
}

function Figures({ system }: { readonly system: System }): JSX.Element {
  const { version, commit, nodeVersion, startedAt, memoryBytes, database, nodes, requests, results } = system;
  const build = commit === '' ? version : `${version} (${commit.slice(0, 8)})`;
  return (
    <FigureList
      figures={[
        { label: t('system.version'), value: build, hint: `Node.js ${nodeVersion}` },
        { label: t('system.started'), value: <RelativeTime ms={startedAt} nowMs={Date.now()} /> },
        { label: t('system.memory'), value: formatBytes(memoryBytes) },
        {
          label: t('system.database'),
          value: database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
          hint: t('system.nodes', { count: nodes }),
        },
        {
          label: t('system.requests'),
          value: formatNumber(requests.running),
          hint: t('system.waitingCount', { count: requests.waiting }),
        },
        {
          label: t('system.results'),
          value: formatBytes(results.bytes),
          hint: t('system.ofAtMost', { size: formatBytes(results.bytesMax) }),
        },
      ]}
    />
  );
}

const badges = { ok: 'badge good', warning: 'badge', failed: 'badge bad' } as const;

function Checks({ checks }: Pick<System, 'checks'>): JSX.Element {
  return (
    <section class="card report">
      <h2>{t('system.checks')}</h2>
      <ul class="checks-list">
        {checks.map(({ name, status, fix }) => (
          <li key={name}>
            <span class={badges[status]}>{t(`system.check.${status}`)}</span>
            <div>
              <strong>{t(`system.check.${name}`)}</strong>
              {fix !== '' && (
                <p class="hint" dir="auto">
                  {fix}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Engines({ system: { engines, queues } }: { readonly system: System }): JSX.Element {
  return (
    <section class="card report">
      <h2>{t('system.engines')}</h2>
      <DataTable
        columns={[
          { label: t('system.engine') },
          { label: t('jobs.status') },
          { label: t('system.slots'), isNumber: true },
          { label: t('system.running'), isNumber: true },
          { label: t('system.waiting'), isNumber: true },
          { label: t('system.memory'), isNumber: true },
        ]}
      >
        {engines.map(({ name, isEnabled, isLoaded, slots, running, waiting, memoryBytes }) => (
          <tr key={name}>
            <td>{t(`system.engine.${name}`)}</td>
            <td>
              <span class={isEnabled && isLoaded ? 'badge good' : 'badge'}>
                {t(!isEnabled ? 'system.off' : isLoaded ? 'system.loaded' : 'system.idle')}
              </span>
            </td>
            <td class="number">{formatNumber(slots)}</td>
            <td class="number">{formatNumber(running)}</td>
            <td class="number">{formatNumber(waiting)}</td>
            <td class="number">
              {memoryBytes === undefined
                ? isEnabled && isLoaded && name !== 'llm' && name !== 'render'
                  ? t('system.inProcess')
                  : '–'
                : formatBytes(memoryBytes)}
            </td>
          </tr>
        ))}
      </DataTable>
      {queues.length > 0 && (
        <>
          <h3>{t('system.queues')}</h3>
          <DataTable
            columns={[{ label: t('usage.operation') }, { label: t('system.waiting'), isNumber: true }]}
          >
            {queues.map(({ operation, waiting }) => (
              <tr key={operation}>
                <td>{operationTitle(operation)}</td>
                <td class="number">{formatNumber(waiting)}</td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}

function BundledModels({ models }: Pick<System, 'models'>): JSX.Element {
  return (
    <section class="card report">
      <h2>{t('system.bundled')}</h2>
      <DataTable
        columns={[
          { label: t('system.model') },
          { label: t('keys.scopes') },
          { label: t('system.version') },
          { label: t('system.size'), isNumber: true },
        ]}
      >
        {models.map(({ id, operations, version, bytes }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{operations.map(operationTitle).join(', ')}</td>
            <td>
              <code dir="ltr">{version}</code>
            </td>
            <td class="number">{formatBytes(bytes)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
