import { useSignal } from '@preact/signals';
import type { SummarizeData } from '@quern/sdk';
import type { JSX } from 'preact';
import { languageDirection, partDirection } from '../components/language-direction.ts';
import { t } from '../messages/translate-message.ts';
import { cutIntoSegments } from './spans/spans.ts';

interface SummaryViewProps {
  readonly data: SummarizeData;
  /** The text of the request; empty for a document. */
  readonly text: string;
  readonly lengthMax: unknown;
}

/** Text between two sentences of the summary is shortened to its ends if it is longer than this. */
const gapLengthMax = 20_000;
const gapEndLength = 2000;

const shortenGap = (text: string): string =>
  text.length <= gapLengthMax ? text : `${text.slice(0, gapEndLength)}\n…\n${text.slice(-gapEndLength)}`;

/** The summary next to its source; each sentence shows its place. */
export function SummaryView({ data, text, lengthMax }: SummaryViewProps): JSX.Element {
  const active = useSignal<number | undefined>(undefined);
  const { summary, sentences, originalLanguage, targetLanguage } = data;
  const sources = sentences.flatMap(({ source }, index) =>
    source === undefined ? [] : [{ ...source, index }],
  );
  sources.sort((a, b) => a.startIndex - b.startIndex);
  const end = Math.max(text.length, ...(data.sections ?? []).map(({ endIndex }) => endIndex), 1);
  const listen = (index: number) => ({
    onMouseEnter: () => {
      active.value = index;
    },
    onMouseLeave: () => {
      active.value = undefined;
    },
  });
  return (
    <>
      <p class="hint">
        {typeof lengthMax === 'number'
          ? t('summary.limit', { length: summary.length, limit: lengthMax })
          : t('summary.length', { count: summary.length })}
        {text !== '' && ` · ${t('summary.source', { count: text.length })}`}
        {data.truncated && ` · ${t('summary.truncated')}`}
      </p>
      <div class={text === '' ? '' : 'columns wide-first'}>
        <section>
          <h3>{t('summary.title')}</h3>
          <p class="reading" dir={partDirection(summary, languageDirection(targetLanguage))}>
            {cutIntoSegments(summary, sentences).map((segment, at) =>
              segment.span === undefined ? (
                segment.text
              ) : (
                <span
                  key={at}
                  class={active.value === segment.span ? 'place active' : 'place'}
                  {...listen(segment.span)}
                >
                  {segment.text}
                </span>
              ),
            )}
          </p>
        </section>
        {text !== '' && (
          <section>
            <h3>{t('summary.original')}</h3>
            <p class="reading source" dir={partDirection(text, languageDirection(originalLanguage))}>
              {cutIntoSegments(text, sources).map((segment, at) => {
                const source = segment.span === undefined ? undefined : sources[segment.span];
                return source === undefined ? (
                  shortenGap(segment.text)
                ) : (
                  <mark
                    key={at}
                    class={active.value === source.index ? 'kept active' : 'kept'}
                    {...listen(source.index)}
                  >
                    {segment.text}
                  </mark>
                );
              })}
            </p>
          </section>
        )}
      </div>
      {sources.length > 0 && (
        <figure class="coverage">
          <svg viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label={t('summary.coverage')}>
            <rect class="ground" width="1000" height="12" />
            {sources.map(({ startIndex, endIndex, index }) => (
              <rect
                key={index}
                class={active.value === index ? 'active' : ''}
                x={(startIndex / end) * 1000}
                width={Math.max(3, ((endIndex - startIndex) / end) * 1000)}
                height="12"
              />
            ))}
          </svg>
          <figcaption class="hint">{t('summary.coverage')}</figcaption>
        </figure>
      )}
    </>
  );
}
