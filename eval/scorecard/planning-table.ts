import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

/** Requests that a core runs per second, for planning the number of nodes. */
export function planningTable(results: Results): string {
  const rows = results.keys('bench/planning.results').map((index) => {
    const path = `bench/planning.results.${index}`;
    const figure = (field: string) => results.number(`${path}.${field}`);
    return [
      `\`${results.value(`${path}.operation`)}\``,
      String(results.value(`${path}.input`)),
      `${formatFigure(figure('cpuMs'), '2s')} ms`,
      formatFigure(figure('perCoreSecond'), '2s'),
    ];
  });
  return formatTable(['operation', 'request', 'CPU time', 'requests per second of a core'], rows, false);
}
