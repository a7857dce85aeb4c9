import type { ApiKey } from '@quern/sdk';
import type { JSX } from 'preact';
import { formatTime } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import { KeyState } from './key-state.tsx';
import { type Timeline, type TimelineBar, toTimelines } from './rotation-timeline.ts';

/** When the keys of each chain of rotations were and are valid. */
export function RotationList({ keys }: { readonly keys: readonly ApiKey[] }): JSX.Element | null {
  const timelines = toTimelines(keys, Date.now());
  if (timelines.length === 0) return null;
  return (
    <section class="card report">
      <div>
        <h2>{t('rotation.title')}</h2>
        <p class="hint">{t('rotation.hint')}</p>
      </div>
      {timelines.map((timeline) => (
        <RotationChart key={timeline.bars[0]?.key.id} timeline={timeline} />
      ))}
    </section>
  );
}

const width = 1000;
const rowHeight = 22;
const barHeight = 12;
const barWidthMin = 6;

function RotationChart({ timeline: { bars, now } }: { readonly timeline: Timeline }): JSX.Element {
  const height = bars.length * rowHeight;
  return (
    <figure class="timeline">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-label={t('rotation.chart')}
      >
        {bars.map(({ key, start, end, endsAt }, index) => (
          <rect
            key={key.id}
            class={endsAt === undefined || end > now ? 'valid' : ''}
            x={start * (width - barWidthMin)}
            y={index * rowHeight + (rowHeight - barHeight) / 2}
            width={Math.max(barWidthMin, (end - start) * width)}
            height={barHeight}
            rx={4}
          />
        ))}
        <line x1={now * width} x2={now * width} y1={0} y2={height} />
      </svg>
      <ol>
        {bars.map((bar) => (
          <li key={bar.key.id}>
            <span dir="auto">{bar.key.name}</span>{' '}
            <code class="hint" dir="ltr">
              {bar.key.hint}
            </code>{' '}
            <KeyState apiKey={bar.key} /> <span class="hint">{describePeriod(bar)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

const describePeriod = ({ key: { createdAt }, endsAt }: TimelineBar): string =>
  endsAt === undefined
    ? t('rotation.since', { from: formatTime(createdAt) })
    : t('rotation.until', { from: formatTime(createdAt), to: formatTime(endsAt) });
