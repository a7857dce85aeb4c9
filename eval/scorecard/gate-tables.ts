import { formatTable } from './format.ts';
import type { Results } from './results.ts';

const prefix = 'bench/soak-';
const gateHeader = ['machine', 'runs', 'green', 'flaky tests', 'time', 'tests passed'];

/** The last run of each soak. */
function soaksTable(results: Results): string {
  const rows = results.names(prefix).map((path) => {
    const value = (field: string): string => String(results.value(`${path}.${field}`));
    const name = path.slice(prefix.length);
    const minutes = Math.max(1, Math.round(results.number(`${path}.seconds`) / 60));
    return [
      `[${name}](bench/results/soak-${name}.json)`,
      value('verdict'),
      `${value('passed')} of ${results.number(`${path}.passed`) + results.number(`${path}.failed`)}`,
      `${minutes}`,
      value('date'),
      value('commit'),
    ];
  });
  return formatTable(['soak', 'verdict', 'tests passed', 'minutes', 'date', 'commit'], rows, false);
}

/** Runs of `.ci/run` on one commit. */
function gateTable(results: Results): string {
  if (!results.hasResult('bench/gate')) return formatTable(gateHeader, [], false);
  const runs = results.keys('bench/gate.runs').map((index) => `bench/gate.runs.${index}`);
  const isBusy = (run: string): boolean => results.number(`${run}.busyLoops`) > 0;
  const groups = [runs.filter((run) => !isBusy(run)), runs.filter(isBusy)].filter(({ length }) => length > 0);
  const rows = groups.map((group) => {
    const counts = (field: string): number[] => group.map((run) => results.number(`${run}.${field}`));
    const seconds = counts('seconds');
    const flaky = group.reduce((sum, run) => sum + results.keys(`${run}.flaky`).length, 0);
    return [
      isBusy(group[0] ?? '') ? 'with two busy loops' : 'idle',
      String(group.length),
      String(group.filter((run) => results.value(`${run}.green`) === true).length),
      String(flaky),
      `${Math.min(...seconds)} to ${Math.max(...seconds)} s`,
      `${Math.min(...counts('passed'))}`,
    ];
  });
  return formatTable(gateHeader, rows, false);
}

/** Tables on the checks of the project itself. */
export const gateTables = { gate: gateTable, soaks: soaksTable };
