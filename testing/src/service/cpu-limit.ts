import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a process is not stopped for long when it has used its share, µs. */
const periodUs = 10_000;
const cpuOfVersion1 = '/sys/fs/cgroup/cpu';
const version2 = '/sys/fs/cgroup';

/** Whether this process may create control groups that limit the CPU time of processes. */
export function canLimitCpu(): boolean {
  if (process.getuid?.() !== 0) return false;
  return existsSync(join(cpuOfVersion1, 'cpu.cfs_quota_us')) || hasCpuOfVersion2();
}

const hasCpuOfVersion2 = (): boolean => {
  const controllers = join(version2, 'cgroup.subtree_control');
  return existsSync(controllers) && readFileSync(controllers, 'utf8').split(/\s/).includes('cpu');
};

/**
 * Limits the CPU time of processes together, with all their threads, by a control group of Linux (version 1 or 2). So one machine can
 * run several nodes, each with a fixed part of a core, and what they use in common next to them.
 */
export class CpuLimit {
  readonly #folder: string;

  /** @param cores part of the CPU time of a core, such as .3 */
  constructor(name: string, cores: number) {
    const isVersion1 = existsSync(cpuOfVersion1);
    this.#folder = join(isVersion1 ? cpuOfVersion1 : version2, name);
    mkdirSync(this.#folder, { recursive: true });
    const quotaUs = Math.round(cores * periodUs);
    if (isVersion1) {
      this.#write('cpu.cfs_period_us', String(periodUs));
      this.#write('cpu.cfs_quota_us', String(quotaUs));
    } else this.#write('cpu.max', `${quotaUs} ${periodUs}`);
  }

  /** Limits a process, and those that it starts from now on. @param pid undefined if it has not started */
  add(pid: number | undefined): void {
    this.#write('cgroup.procs', String(pid));
  }

  /** Ends the limit, once its processes have ended. */
  remove(): void {
    rmdirSync(this.#folder);
  }

  #write(file: string, value: string): void {
    writeFileSync(join(this.#folder, file), value);
  }
}
