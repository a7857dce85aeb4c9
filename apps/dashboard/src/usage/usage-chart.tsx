import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { formatNumber } from '../components/format.ts';
import { theme } from '../components/settings.tsx';
import { language, t } from '../messages/translate-message.ts';
import { type DailySeries, stack } from './daily-series.ts';

const height = 260;
/** Number of colors, after which they repeat. */
const colorsMax = 8;

/** The class of the color of a series. */
const seriesClass = (index: number): string => `series-${index % colorsMax}`;

interface UsageChartProps extends DailySeries {
  /** Returns the title of a series by its name. */
  readonly titleOf: (name: string) => string;
}

/** Values of each day as stacked bars. The table below it has the same values as text. */
export function UsageChart({ days, series, titleOf }: UsageChartProps): JSX.Element {
  const target = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const tag = language.value;
  const scheme = theme.value;
  useEffect(() => {
    const element = target.current;
    if (element === null || legend.current === null) return undefined;
    const draw = (): uPlot => {
      const swatches = [...(legend.current?.querySelectorAll('.dot') ?? [])];
      const colors = swatches.map((swatch) => getComputedStyle(swatch).backgroundColor);
      return drawBars(element, { days, series }, colors, tag);
    };
    let chart = draw();
    const redraw = (): void => {
      chart.destroy();
      chart = draw();
    };
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      dark.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [days, series, tag, scheme]);
  return (
    <figure class="chart">
      <div ref={target} role="img" aria-label={t('usage.chart')} />
      <ul ref={legend} class="chart-legend">
        {series.map(({ name }, index) => (
          <li key={name} dir="auto">
            <span class={`dot ${seriesClass(index)}`} /> {titleOf(name)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function drawBars(
  target: HTMLElement,
  { days, series }: DailySeries,
  colors: readonly string[],
  tag: string,
): uPlot {
  const style = getComputedStyle(target);
  const grid = style.getPropertyValue('border-color');
  const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const toLabel = (at: number): string => {
    const day = days[at];
    return day === undefined ? '' : format.format(Date.parse(day));
  };
  const bars = uPlot.paths.bars?.({ size: [0.7, 48] });
  const axis = {
    stroke: style.color,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
    font: `12px ${style.fontFamily}`,
  };
  // The sums of all series are drawn first, and the others over them.
  const stacked = stack(series)
    .map((values, index) => ({ values, index }))
    .toReversed();
  return new uPlot(
    {
      width: target.clientWidth,
      height,
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: [-0.6, days.length - 0.4] },
        y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          incrs: [1, 2, 5, 7, 14, 30],
          space: 64,
          values: (_chart, splits) => splits.map(toLabel),
        },
        {
          ...axis,
          size: 56,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 100_000, 1_000_000],
          values: (_chart, splits) => splits.map((value) => formatNumber(value)),
        },
      ],
      series: [
        {},
        ...stacked.map(({ index }) => ({
          fill: colors[index] ?? '#888',
          width: 0,
          points: { show: false },
          ...(bars === undefined ? {} : { paths: bars }),
        })),
      ],
    },
    [days.map((_day, at) => at), ...stacked.map(({ values }) => values)],
    target,
  );
}
