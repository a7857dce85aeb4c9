import { useSignal } from '@preact/signals';
import type { OcrData, OcrLine } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { formatShare } from '../components/format.ts';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { RowsTable } from './rows-table.tsx';

interface RecognizedViewProps {
  readonly data: OcrData;
  readonly file: File | undefined;
  /** The address of the request; only one with the image itself is shown. */
  readonly imageUrl: string;
}

/** The image with the boxes of its lines, in sync with their texts. */
export function RecognizedView({ data, file, imageUrl }: RecognizedViewProps): JSX.Element {
  const active = useSignal<number | undefined>(undefined);
  const address = useMemo(() => {
    if (file?.type.startsWith('image/')) return URL.createObjectURL(file);
    return imageUrl.startsWith('data:image/') ? imageUrl : undefined;
  }, [file, imageUrl]);
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);
  const { text, width, height, rotation, confidence } = data;
  if (text.description === '') return <p class="empty hint">{t('ocr.none')}</p>;
  const lines = (
    <Lines
      lines={text.lines}
      active={active.value}
      onActive={(line) => {
        active.value = line;
      }}
    />
  );
  const canDraw = address !== undefined && rotation === 0;
  const tabs = [
    {
      name: 'lines',
      label: t('ocr.lines'),
      render: () =>
        canDraw ? (
          <div class="columns wide-first">
            <svg class="scan" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('ocr.image')}>
              <image href={address} width={width} height={height} />
              {text.lines.map((line, index) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the list of lines next to it can be used by keyboard
                <polygon
                  key={line.startIndex}
                  class={active.value === index ? 'active' : ''}
                  points={line.quadrilateral.map(({ x, y }) => `${x},${y}`).join(' ')}
                  onMouseEnter={() => {
                    active.value = index;
                  }}
                  onMouseLeave={() => {
                    active.value = undefined;
                  }}
                />
              ))}
            </svg>
            {lines}
          </div>
        ) : (
          lines
        ),
    },
    {
      name: 'text',
      label: t('result.text'),
      render: () => (
        <p class="reading" dir="auto">
          {text.description}
        </p>
      ),
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

interface LinesProps {
  readonly lines: readonly OcrLine[];
  readonly active: number | undefined;
  readonly onActive: (line: number | undefined) => void;
}

/** Below this share of correct characters, a line is marked. */
const doubtful = 0.9;

function Lines({ lines, active, onActive }: LinesProps): JSX.Element {
  return (
    <ol class="lines">
      {lines.map((line, index) => (
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
