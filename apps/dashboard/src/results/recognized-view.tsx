import { useSignal } from '@preact/signals';
import type { OcrData, OcrLine } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { formatShare } from '../components/format.ts';
import { LongText } from '../components/long-content/long-text.tsx';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { type NumberedLine, PageDrawing } from './page-drawing.tsx';
import { RowsTable } from './rows-table.tsx';

interface RecognizedViewProps {
  readonly data: OcrData;
  readonly file: File | undefined;
  /** The address of the request; only one with the image itself is shown. */
  readonly imageUrl: string;
}

/** The image with the boxes of its lines, in sync with their texts. */
export function RecognizedView({ data, file, imageUrl }: RecognizedViewProps): JSX.Element {
  const address = useMemo(() => {
    if (file?.type.startsWith('image/')) return URL.createObjectURL(file);
    return imageUrl.startsWith('data:image/') ? imageUrl : undefined;
  }, [file, imageUrl]);
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);
  const { text, pages, confidence } = data;
  if (text.description === '') return <p class="empty hint">{t('ocr.none')}</p>;
  const tabs = [
    {
      name: 'lines',
      label: t('ocr.lines'),
      render: () => (
        <Pages pages={pages} lines={text.lines} image={pages.length === 1 ? address : undefined} />
      ),
    },
    {
      name: 'text',
      label: t('result.text'),
      render: () => <LongText text={text.description} />,
    },
    ...(text.tables.length === 0
      ? []
      : [
          {
            name: 'tables',
            label: t('result.tables'),
            render: () =>
              text.tables.map(({ rows, startIndex }) => <RowsTable key={startIndex} rows={rows} />),
          },
        ]),
  ];
  return (
    <>
      <p class="hint">{t('ocr.confidence', { share: formatShare(confidence) })}</p>
      <Tabs label={t('playground.result')} tabs={tabs} />
    </>
  );
}

interface PagesProps {
  readonly pages: OcrData['pages'];
  readonly lines: readonly OcrLine[];
  readonly image: string | undefined;
}

/** One page at a time, with its lines next to it. */
function Pages({ pages, lines, image }: PagesProps): JSX.Element {
  const active = useSignal<number | undefined>(undefined);
  const chosen = useSignal(pages[0]?.number);
  const page = pages.find(({ number }) => number === chosen.value);
  const shown = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => page === undefined || line.page === page.number);
  const onActive = (index: number | undefined): void => {
    active.value = index;
  };
  const list = <Lines lines={shown} active={active.value} onActive={onActive} />;
  return (
    <>
      {pages.length > 1 && (
        <fieldset class="row page-buttons" aria-label={t('document.pages')}>
          {pages.map(({ number }) => (
            <button
              key={number}
              type="button"
              aria-pressed={number === chosen.value}
              onClick={() => {
                chosen.value = number;
              }}
            >
              {t('ocr.page', { number })}
            </button>
          ))}
        </fieldset>
      )}
      {page === undefined || page.rotation !== 0 ? (
        list
      ) : (
        <div class="columns wide-first">
          <PageDrawing page={page} lines={shown} image={image} active={active.value} onActive={onActive} />
          {list}
        </div>
      )}
    </>
  );
}

interface LinesProps {
  readonly lines: readonly NumberedLine[];
  readonly active: number | undefined;
  readonly onActive: (line: number | undefined) => void;
}

/** Below this share of correct characters, a line is marked. */
const doubtful = 0.9;

function Lines({ lines, active, onActive }: LinesProps): JSX.Element {
  return (
    <ol class="lines">
      {lines.map(({ line, index }) => (
        <li
          key={line.startIndex}
          class={active === index ? 'active' : ''}
          onMouseEnter={() => onActive(index)}
          onMouseLeave={() => onActive(undefined)}
        >
          <span dir="auto">{line.text}</span>
          <span class={line.confidence < doubtful ? 'number doubtful' : 'number hint'}>
            {formatShare(line.confidence)}
          </span>
        </li>
      ))}
    </ol>
  );
}
