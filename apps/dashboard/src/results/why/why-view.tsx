import { useSignal } from '@preact/signals';
import type { ScrapeInput } from '@quern/sdk';
import type { JSX } from 'preact';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatShare } from '../../components/format.ts';
import { ChoiceButtons } from '../../components/forms/choice-buttons.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { useParts } from '../../components/long-content/use-parts.tsx';
import { findMessage, t } from '../../messages/translate-message.ts';
import { client } from '../../session/session.ts';
import {
  type BlockFilter,
  blockFilters,
  describeReasons,
  type ExplainedBlock,
  type Explanation,
  findBlocks,
} from './describe-reason.ts';

interface WhyViewProps {
  readonly explanation: Explanation | undefined;
  /** The request of the result; without an address it cannot be repeated. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Why each part of a page was kept or removed; without an explanation, a button that asks for one. */
export function WhyView({ explanation, input }: WhyViewProps): JSX.Element {
  const loaded = useSignal<Explanation | undefined>(undefined);
  const isRunning = useSignal(false);
  const hasRun = useSignal(input['explain'] === true);
  const problem = useSignal<unknown>(undefined);
  const shown = explanation ?? loaded.value;
  if (shown !== undefined) return <BlockList explanation={shown} />;
  const quern = client.value;
  const run = async (): Promise<void> => {
    if (quern === undefined || isRunning.value) return;
    isRunning.value = true;
    problem.value = undefined;
    try {
      // The address and the options are those of a request that the service has accepted.
      const { data } = await quern.scrape({ ...input, explain: true } as unknown as ScrapeInput);
      loaded.value = data.explanation;
      hasRun.value = true;
    } catch (error) {
      problem.value = error;
    } finally {
      isRunning.value = false;
    }
  };
  const canRun = quern !== undefined && typeof input['url'] === 'string';
  return (
    <>
      <p class="hint">{t(hasRun.value ? 'why.none' : 'why.missing')}</p>
      {problem.value !== undefined && <ErrorNotice error={problem.value} />}
      {canRun && !hasRun.value && (
        <button type="button" disabled={isRunning.value} onClick={() => void run()}>
          {isRunning.value ? t('why.running') : `${t('why.run')} (${t('balance.credits', { count: 1 })})`}
        </button>
      )}
    </>
  );
}

/** Blocks that are shown at once. */
const partLength = 200;

function BlockList({ explanation }: { readonly explanation: Explanation }): JSX.Element {
  const { blocks, blockCount, truncated, pageType } = explanation;
  const filter = useSignal<BlockFilter>('all');
  const search = useSignal('');
  const found = findBlocks(blocks, filter.value, search.value);
  const kept = blocks.filter((block) => block.kept).length;
  const counts = { all: blocks.length, kept, removed: blocks.length - kept };
  const { end, more } = useParts(`${filter.value} ${search.value}`, found.length, partLength);
  return (
    <>
      <p class="hint">
        {t('why.intro', {
          kept,
          total: blocks.length,
          type: findMessage(`pageType.${pageType}`) ?? pageType,
        })}{' '}
        {truncated && t('why.truncated', { shown: blocks.length, total: blockCount })}
      </p>
      <div class="row why-bar">
        <ChoiceButtons
          label={t('why.filter')}
          choices={blockFilters.map((name) => ({ name, label: t(`why.${name}`, { count: counts[name] }) }))}
          chosen={filter}
        />
        <SearchField label={t('why.search')} value={search} />
      </div>
      {found.length === 0 && (
        <p class="hint" role="status">
          {t('why.noMatch')}
        </p>
      )}
      <ol class="why-blocks">
        {found.slice(0, end).map((block, index) => (
          <Block key={index} block={block} />
        ))}
      </ol>
      {more}
    </>
  );
}

function Block({ block }: { readonly block: ExplainedBlock }): JSX.Element {
  const { text, path, kept, probability } = block;
  const { decisive, contrary } = describeReasons(block);
  return (
    <li class={kept ? 'is-kept' : 'is-removed'}>
      <p class="why-text" dir="auto">
        {text}
      </p>
      <p class="why-reasons">
        <strong>{t(kept ? 'why.isKept' : 'why.isRemoved')}</strong>
        {decisive.length > 0 && `: ${decisive.join(' · ')}`}
      </p>
      <p class="hint">
        {probability === 0 ? t('why.excluded') : t('why.probability', { share: formatShare(probability) })}
        {contrary.length > 0 && ` · ${t('why.despite', { reasons: contrary.join(' · ') })}`}
        {' · '}
        <code dir="ltr">{path}</code>
      </p>
    </li>
  );
}
