import { readFileSync } from 'node:fs';

/**
 * Resident memory of a process on Linux, in MiB.
 *
 * @param pid process id, or `self`
 */
export function residentMb(pid: number | 'self'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
