import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

/** Loading of the dashboard. Absolute times depend on the load of the machine, which the results file states. */
function loadingTable(results: Results): string {
  const value = (path: string) => results.number(`bench/dashboard.${path}`);
  const shifts = results.keys('bench/dashboard.layoutShift').map((view) => value(`layoutShift.${view}`));
  return formatTable(
    [
      'interactive',
      'page of a few bytes of the same server',
      'ratio',
      'largest layout shift of a page',
      'bundling, once per version',
      'the bundle of an earlier start',
    ],
    [
      [
        `${value('loading.interactiveMs')} ms`,
        `${value('loading.emptyPageMs')} ms`,
        formatFigure(value('loading.ratio'), '.1'),
        formatFigure(Math.max(...shifts), '.3'),
        `${value('bundlingMs')} ms`,
        `${value('cachedBundlingMs')} ms`,
      ],
    ],
    false,
  );
}

const steps: readonly (readonly [name: string, title: string])[] = [
  ['putMs', 'the text is put in'],
  ['typingMs', 'typing in it'],
  ['resultMs', 'the result is shown'],
  ['tabsMs', 'another tab of the result'],
];

/** Longest task of the main thread; the browser reports those of 50 ms or more. */
function tasksTable(results: Results): string {
  const rows = results.keys('bench/dashboard.longestTaskMs').map((name) => {
    const figure = ([step]: (typeof steps)[number]): string => {
      const path = `bench/dashboard.longestTaskMs.${name}.${step}`;
      if (!results.has(path)) return '';
      return results.number(path) === 0 ? '< 50 ms' : `${results.number(path)} ms`;
    };
    return [name === 'bareTextArea' ? 'bare text area' : `\`${name}\``, ...steps.map(figure)];
  });
  return formatTable(['', ...steps.map(([, title]) => title)], rows);
}

/** Tables on the dashboard in a headless browser. */
export const dashboardTables = { 'dashboard-loading': loadingTable, 'dashboard-tasks': tasksTable };
