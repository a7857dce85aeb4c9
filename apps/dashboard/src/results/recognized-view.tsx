import { useSignal } from '@preact/signals';
import type { OcrData } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { formatShare } from '../components/format.ts';
import { languageDirection, partDirection } from '../components/language-direction.ts';
import { LongText } from '../components/long-content/long-text.tsx';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { type NumberedLine, PageDrawing } from './page-drawing.tsx';
import { PageStrip } from './pages/page-strip.tsx';
import { useChosenPage } from './pages/use-chosen-page.ts';
import { pictureWidth, usePicture } from './pages/use-picture.ts';
import { RowsTable } from './rows-table.tsx';

interface RecognizedViewProps {
  readonly data: OcrData;
  readonly file: File | undefined;
  /** The address of the request; only one with the image itself is shown. */
  readonly imageUrl: string;
  /** Of an encrypted PDF; '' for none. */
  readonly password: string;
}

/** The image, or the pages of a PDF, with the boxes of its lines, in sync with their texts. */
export function RecognizedView({ data, file, imageUrl, password }: RecognizedViewProps): JSX.Element {
  const address = useMemo(() => {
    if (file?.type.startsWith('image/')) return URL.createObjectURL(file);
    return imageUrl.startsWith('data:image/') ? imageUrl : undefined;
  }, [file, imageUrl]);
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);
  const { text, pages, confidence, languages } = data;
  const dir = languageDirection(languages[0] ?? '');
  if (text.description === '') return <p class="empty hint">{t('ocr.none')}</p>;
  const tabs = [
    {
      name: 'lines',
      label: t('ocr.lines'),
      render: () => (
        <Pages
          pages={pages}
          text={text}
          dir={dir}
          image={pages.length === 1 ? address : undefined}
          file={file}
          password={password}
        />
      ),
    },
    {
      name: 'text',
      label: t('result.text'),
      render: () => <LongText text={text.description} dir={partDirection(text.description, dir)} />,
    },
    ...(text.tables.length === 0
      ? []
      : [
          {
            name: 'tables',
            label: t('result.tables'),
            render: () =>
              text.tables.map(({ rows, startIndex }) => <RowsTable key={startIndex} rows={rows} dir={dir} />),
          },
        ]),
  ];
  return (
    <>
      <p class="hint">
        {t('ocr.confidence', { share: formatShare(confidence) })} {t('ocr.shade')}
      </p>
      <Tabs label={t('playground.result')} tabs={tabs} />
    </>
  );
}

interface PagesProps {
  readonly pages: OcrData['pages'];
  readonly text: OcrData['text'];
  /** Direction of the language of the text. */
  readonly dir: 'auto' | 'ltr' | 'rtl';
  /** Address of the picture of the only page. */
  readonly image: string | undefined;
  readonly file: File | undefined;
  readonly password: string;
}

/** One page at a time, with its lines next to it. */
function Pages({ pages, text, dir, image, file, password }: PagesProps): JSX.Element {
  const active = useSignal<number | undefined>(undefined);
  const { chosen, page, opened, pdf } = useChosenPage(pages, file, password);
  const shown = text.lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => page === undefined || line.page === page.number);
  const picture = usePicture(
    pdf === undefined || page === undefined
      ? undefined
      : (signal) => pdf.draw(page.number, pictureWidth(), signal),
    [pdf, page?.number],
  );
  const onActive = (index: number | undefined): void => {
    active.value = index;
  };
  const list = <Lines lines={shown} dir={dir} active={active.value} onActive={onActive} />;
  const shownImage = image ?? picture.address;
  return (
    <>
      <PageStrip pages={pages} chosen={chosen} pdf={pdf} />
      {page === undefined ? (
        list
      ) : (
        <div class="columns wide-first">
          <PageDrawing
            page={page}
            lines={shown}
            tables={text.tables.filter((table) => table.page === page.number)}
            image={shownImage}
            isPending={
              opened === 'loading' || (pdf !== undefined && shownImage === undefined && !picture.hasFailed)
            }
            dir={dir}
            active={active.value}
            onActive={onActive}
          />
          {list}
        </div>
      )}
    </>
  );
}

interface LinesProps {
  readonly dir: 'auto' | 'ltr' | 'rtl';
  readonly lines: readonly NumberedLine[];
  readonly active: number | undefined;
  readonly onActive: (line: number | undefined) => void;
}

/** Below this share of correct characters, a line is marked. */
const doubtful = 0.9;

function Lines({ dir, lines, active, onActive }: LinesProps): JSX.Element {
  return (
    <ol class="lines" dir={dir}>
      {lines.map(({ line, index }) => (
        <li
          key={line.startIndex}
          class={active === index ? 'active' : ''}
          onMouseEnter={() => onActive(index)}
          onMouseLeave={() => onActive(undefined)}
        >
          <span dir={partDirection(line.text, dir)}>{line.text}</span>
          <span class={line.confidence < doubtful ? 'number doubtful' : 'number hint'}>
            {formatShare(line.confidence)}
          </span>
        </li>
      ))}
    </ol>
  );
}
