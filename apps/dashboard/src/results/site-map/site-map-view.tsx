import { useSignal } from '@preact/signals';
import type { MapData, MapLink } from '@quern/sdk';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { DataTable } from '../../components/data-table.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { t } from '../../messages/translate-message.ts';
import { PageLink } from '../links/page-link.tsx';
import { PageCheckBox } from './page-check-box.tsx';
import { listPageUrls, PageSelection } from './page-selection.ts';
import { ScrapeBar } from './scrape-bar.tsx';
import { buildSiteTree, type SiteFolder } from './site-tree.ts';

/** Rows of a table are shown up to this number; the download has all. */
const rowsMax = 500;

/** The pages of a website as a tree and as a table, with a filter, of which some can be scraped. */
export function SiteMapView({ data }: { readonly data: MapData }): JSX.Element {
  const filter = useSignal('');
  const selection = useMemo(() => new PageSelection(), [data]);
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
      <SearchField label={t('map.filter')} value={filter} />
      {shown.length === 0 ? (
        <p class="hint">{t('map.noMatch')}</p>
      ) : (
        <>
          <ScrapeBar selection={selection} shown={shown.map(({ url }) => url)} />
          <Tabs
            label={t('playground.result')}
            tabs={[
              {
                name: 'tree',
                label: t('map.tree'),
                render: () =>
                  tree.folders.map((folder) => (
                    <Folder key={folder.name} folder={folder} selection={selection} isOpen />
                  )),
              },
              {
                name: 'table',
                label: t('result.table'),
                render: () => <LinkTable links={shown.slice(0, rowsMax)} selection={selection} />,
              },
            ]}
          />
        </>
      )}
    </>
  );
}

interface FolderProps {
  readonly folder: SiteFolder;
  readonly selection: PageSelection;
  readonly isOpen?: boolean;
}

/** The content of a closed folder is not rendered, since a site can have many. */
function Folder({ folder, selection, isOpen = false }: FolderProps): JSX.Element {
  const isShown = useSignal(isOpen);
  return (
    <div class="folder">
      <PageCheckBox
        selection={selection}
        urls={listPageUrls(folder)}
        label={t('map.selectFolder', { name: folder.name })}
      />
      <details
        open={isShown.value}
        onToggle={(event) => {
          isShown.value = event.currentTarget.open;
        }}
      >
        <summary>
          <span dir="auto">{folder.name}</span> <span class="badge">{folder.count}</span>
        </summary>
        {isShown.value && (
          <>
            {folder.folders.map((child) => (
              <Folder key={child.name} folder={child} selection={selection} />
            ))}
            <ul>
              {folder.pages.slice(0, rowsMax).map(({ url, title = '' }) => (
                <li key={url} class="row">
                  <PageCheckBox selection={selection} urls={[url]} label={url} />
                  <PageLink url={url} text={title === '' ? (URL.parse(url)?.pathname ?? url) : title} />
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
    </div>
  );
}

interface LinkTableProps {
  readonly links: readonly MapLink[];
  readonly selection: PageSelection;
}

function LinkTable({ links, selection }: LinkTableProps): JSX.Element {
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
            <span class="checked-page">
              <PageCheckBox selection={selection} urls={[url]} label={url} />
              <PageLink url={url} text="" />
            </span>
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
