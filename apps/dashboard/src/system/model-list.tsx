import { useSignal } from '@preact/signals';
import type { QuernAdmin, TranslationModel } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { formatBytes, formatShare, languageName } from '../components/format.ts';
import { SearchField } from '../components/forms/search-field.tsx';
import { LoadedContent } from '../components/loaded-content.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages/translate-message.ts';

/** Time between two requests for the progress of downloads. */
const pollMs = 1000;

const badges: Readonly<Record<TranslationModel['status'], string>> = {
  available: 'badge',
  downloading: 'badge',
  failed: 'badge bad',
  installed: 'badge good',
  verified: 'badge good',
  damaged: 'badge bad',
  unknown: 'badge',
};

/** The translation models of the node: installed ones and, on request, those that can be downloaded. */
export function ModelList({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const isPublishedShown = useSignal(false);
  const filter = useSignal('');
  const loaded = useLoaded(
    (signal) => client.models.list({ available: isPublishedShown.value ? 'true' : 'false' }, { signal }),
    [client, isPublishedShown.value],
  );
  const isDownloading = loaded.value?.some(({ status }) => status === 'downloading') === true;
  useEffect(() => {
    if (!isDownloading) return undefined;
    const timer = setInterval(loaded.reload, pollMs);
    return () => clearInterval(timer);
  }, [isDownloading]);
  const { models } = client;
  return (
    <section class="card report">
      <div class="page-head">
        <h2>{t('system.translationModels')}</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={isPublishedShown.value}
            onChange={(event) => {
              isPublishedShown.value = event.currentTarget.checked;
            }}
          />
          {t('system.published')}
        </label>
      </div>
      <LoadedContent loaded={loaded}>
        {(listed) =>
          listed.length === 0 ? (
            <p>{t('system.noModels')}</p>
          ) : (
            <>
              {isPublishedShown.value && <SearchField label={t('map.filter')} value={filter} />}
              <DataTable
                columns={[
                  { label: t('system.model') },
                  { label: t('jobs.status') },
                  { label: t('system.size'), isNumber: true },
                  { label: t('jobs.actions'), isHidden: true },
                ]}
              >
                {listed.filter(matches(filter.value)).map((model) => (
                  <ModelRow
                    key={model.id}
                    model={model}
                    onPull={() => void loaded.change(() => models.pull({ id: model.id }))}
                    onVerify={() => void loaded.change(() => models.verify(model.id))}
                    onRemove={() => void loaded.change(() => models.remove(model.id))}
                  />
                ))}
              </DataTable>
            </>
          )
        }
      </LoadedContent>
    </section>
  );
}

const pairName = ({ from, to }: TranslationModel): string => `${languageName(from)} → ${languageName(to)}`;

function matches(filter: string): (model: TranslationModel) => boolean {
  const wanted = filter.trim().toLowerCase();
  return (model) => `${model.id} ${pairName(model)}`.toLowerCase().includes(wanted);
}

interface ModelRowProps {
  readonly model: TranslationModel;
  readonly onPull: () => void;
  readonly onVerify: () => void;
  readonly onRemove: () => void;
}

function ModelRow({ model, onPull, onVerify, onRemove }: ModelRowProps): JSX.Element {
  const { id, status, progress, bytes, error } = model;
  const isMissing = status === 'available' || status === 'failed';
  return (
    <tr>
      <td>
        {pairName(model)}{' '}
        <code class="hint" dir="ltr">
          {id}
        </code>
      </td>
      <td>
        <span class={badges[status]}>{t(`system.model.${status}`)}</span>
        {status === 'downloading' && (
          <>
            {` ${formatShare(progress)} `}
            <progress aria-label={t('playground.progress')} value={progress} />
          </>
        )}
        {error !== '' && (
          <p class="hint" dir="auto">
            {error}
          </p>
        )}
      </td>
      <td class="number">{bytes === 0 ? '–' : formatBytes(bytes)}</td>
      <td>
        <div class="row actions">
          {isMissing && (
            <button type="button" onClick={onPull}>
              {t('system.pull')}
            </button>
          )}
          {!isMissing && status !== 'downloading' && (
            <button type="button" onClick={onVerify}>
              {t('system.verify')}
            </button>
          )}
          {status !== 'available' && (
            <ConfirmedButton
              label={t(status === 'downloading' ? 'app.cancel' : 'app.delete')}
              confirm={t('app.confirmDelete')}
              onConfirm={onRemove}
            />
          )}
        </div>
      </td>
    </tr>
  );
}
