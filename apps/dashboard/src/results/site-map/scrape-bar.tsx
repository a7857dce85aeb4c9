import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../messages/translate-message.ts';
import { toHash } from '../../navigation/route.ts';
import { operations } from '../../operations/operations.ts';
import { client } from '../../session/session.ts';
import type { PageSelection } from './page-selection.ts';

/** Maximum length of the id of a request of a batch. */
const customIdLengthMax = 64;

/** The end of a long URL tells pages of a site apart better than its start. */
const toCustomId = (url: string): string =>
  url.length <= customIdLengthMax ? url : `…${url.slice(1 - customIdLengthMax)}`;

interface ScrapeBarProps {
  readonly selection: PageSelection;
  /** The URLs that the filter shows. */
  readonly shown: readonly string[];
}

/** Selects all pages that are shown, and scrapes the selected ones as a batch. */
export function ScrapeBar({ selection, shown }: ScrapeBarProps): JSX.Element {
  const isSending = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const count = selection.urls.size;
  const price = operations.value?.find(({ name }) => name === 'scrape')?.price ?? '';
  const scrape = async (): Promise<void> => {
    const quern = client.value;
    if (quern === undefined || count === 0 || isSending.value) return;
    isSending.value = true;
    problem.value = undefined;
    // HTML is left out, since it is far larger than what the page of the batch shows.
    const requests = [...selection.urls].map((url) => ({
      customId: toCustomId(url),
      input: { url, formats: ['markdown' as const, 'links' as const] },
    }));
    try {
      const { data } = await quern.batches.create('scrape', requests);
      location.hash = toHash({ view: 'jobs', detail: data.id });
    } catch (error) {
      problem.value = error;
    } finally {
      isSending.value = false;
    }
  };
  const state = selection.stateOf(shown);
  return (
    <>
      <div class="row scrape-bar">
        <label class="check">
          <input
            type="checkbox"
            checked={state === 'all'}
            indeterminate={state === 'some'}
            onChange={(event) => selection.set(shown, event.currentTarget.checked)}
          />
          {t('map.selectAll')}
        </label>
        <button type="button" aria-disabled={count === 0 || isSending.value} onClick={() => void scrape()}>
          {t('map.scrape', { count })}
        </button>
        <span class="hint">{price}</span>
      </div>
      {problem.value !== undefined && <ErrorNotice error={problem.value} />}
    </>
  );
}
