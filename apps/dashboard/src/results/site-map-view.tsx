import { useSignal } from '@preact/signals';
import type { MapData, MapLink } from '@quern/sdk';
import type { JSX } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { Field } from '../components/field.tsx';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { PageLink } from './scraped-view.tsx';
import { buildSiteTree, type SiteFolder } from './site-tree.ts';

/** Rows of a table are shown up to this number; the download has all. */
const rowsMax = 500;

/** The pages of a website as a tree and as a table, with a filter. */
export function SiteMapView({ data }: { readonly data: MapData }): JSX.Element {
  const filter = useSignal('');
  const { links, total, truncated } = data;
  if (links.length === 0) return <p class="empty hint">{t('map.none')}</p>;
  const wanted = filter.value.trim().toLowerCase();
  const shown = links.filter(({ url, title = '' }) => `${url} ${title}`.toLowerCase().includes(wanted));
  const tree = buildSiteTree(shown);
  return (
    <>
      <p class="hint">
        {t('map.found', { count: total })}
        {truncated && ` · ${t('map.truncated')}`}
      </p>
      <Field label={t('map.filter')}>
        {(id) => (
          <input
            id={id}
            type="search"
            value={filter.value}
            onInput={(event) => {
              filter.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
      {shown.length === 0 ? (
        <p class="hint">{t('map.noMatch')}</p>
      ) : (
        <Tabs
          label={t('playground.result')}
          tabs={[
            {
              name: 'tree',
              label: t('map.tree'),
              render: () => tree.folders.map((folder) => <Folder key={folder.name} folder={folder} isOpen />),
            },
            {
              name: 'table',
              label: t('result.table'),
              render: () => <LinkTable links={shown.slice(0, rowsMax)} />,
            },
          ]}
        />
      )}
    </>
  );
}

function Folder({
  folder,
  isOpen = false,
}: {
  readonly folder: SiteFolder;
  readonly isOpen?: boolean;
}): JSX.Element {
  return (
    <details class="folder" open={isOpen}>
      <summary>
        <span dir="auto">{folder.name}</span> <span class="badge">{folder.count}</span>
      </summary>
      {folder.folders.map((child) => (
        <Folder key={child.name} folder={child} />
      ))}
      <ul>
        {folder.pages.slice(0, rowsMax).map(({ url, title = '' }) => (
          <li key={url}>
            <PageLink url={url} text={title === '' ? (URL.parse(url)?.pathname ?? url) : title} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function LinkTable({ links }: { readonly links: readonly MapLink[] }): JSX.Element {
  const isEnriched = links.some(({ title }) => title !== undefined);
  return (
    <DataTable
      columns={[
        { label: t('page.address') },
        ...(isEnriched
          ? [
              { label: t('document.title') },
              { label: t('map.status'), isNumber: true },
              { label: t('map.modified') },
            ]
          : []),
      ]}
    >
      {links.map(({ url, title, status, lastModified }) => (
        <tr key={url}>
          <td>
            <PageLink url={url} text="" />
          </td>
          {isEnriched && (
            <>
              <td dir="auto">{title}</td>
              <td class="number">{status}</td>
              <td>{lastModified?.slice(0, 10)}</td>
            </>
          )}
        </tr>
      ))}
    </DataTable>
  );
}
