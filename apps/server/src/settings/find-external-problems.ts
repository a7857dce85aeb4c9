import { lookup } from 'node:dns/promises';
import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { databaseAddress } from './parse-database-url.ts';

/** Settings that refer to something outside of the process. */
export type ExternalSettings = Pick<Config, 'dataDir' | 'modelsDir' | 'chromium' | 'databaseUrl'>;

/** Access to the machine; replaced in tests. */
export interface MachineProbes {
  /** Throws if a host name cannot be resolved. */
  readonly resolveHost: (host: string) => Promise<unknown>;
  /** @param mode the sum of constants of node:fs, such as W_OK */
  readonly canAccess: (path: string, mode: number) => boolean;
}

/**
 * Checks the files, folders and hosts that settings name.
 *
 * @param settings Those that are valid by themselves.
 * @returns One line for each problem, which begins with the name of the setting and contains no secret.
 */
export async function findExternalProblems(
  { dataDir, modelsDir, chromium, databaseUrl }: Partial<ExternalSettings>,
  { resolveHost = lookup, canAccess = hasAccess }: Partial<MachineProbes> = {},
): Promise<string[]> {
  const problems = [
    dataDir === undefined ? undefined : findDataDirProblem(dataDir, canAccess),
    modelsDir === undefined ? undefined : findModelsProblem(modelsDir, canAccess),
    chromium === undefined ? undefined : findChromiumProblem(chromium, canAccess),
    databaseUrl === undefined ? undefined : await findHostProblem(databaseUrl, resolveHost),
  ];
  return problems.filter((problem) => problem !== undefined);
}

type CanAccess = MachineProbes['canAccess'];

/** The folder must be writable, or it must be possible to create it in the nearest folder that exists. */
function findDataDirProblem(folder: string, canAccess: CanAccess): string | undefined {
  const { path, isDirectory } = nearestExisting(folder);
  const isWhole = path === folder;
  if (!isDirectory) {
    return `QUERN_DATA_DIR: ${folder} cannot be a folder: ${path} is a file; name a folder, such as /var/lib/quern`;
  }
  if (canAccess(path, constants.W_OK | constants.X_OK)) return undefined;
  const action = isWhole
    ? `${folder} is not writable`
    : `${folder} cannot be created: ${path} is not writable`;
  return `QUERN_DATA_DIR: ${action} for the user of this process; change its owner, or name another folder, such as /var/lib/quern`;
}

/** An existing models folder may be read-only. */
function findModelsProblem(folder: string, canAccess: CanAccess): string | undefined {
  const { path, isDirectory } = nearestExisting(folder);
  if (path !== folder && isDirectory) return undefined;
  if (isDirectory && canAccess(path, constants.R_OK | constants.X_OK)) return undefined;
  return `QUERN_MODELS_DIR: ${folder} is not a readable folder; name one, such as /var/lib/quern/models`;
}

function findChromiumProblem(chromium: string, canAccess: CanAccess): string | undefined {
  if (chromium === 'auto' || chromium === 'off') return undefined;
  const hint = 'name an executable, such as /usr/bin/chromium, or auto, or off';
  const stats = statSync(chromium, { throwIfNoEntry: false });
  if (stats === undefined) return `QUERN_CHROMIUM: ${chromium} does not exist; ${hint}`;
  if (stats.isFile() && canAccess(chromium, constants.X_OK)) return undefined;
  return `QUERN_CHROMIUM: ${chromium} is not executable; ${hint}`;
}

async function findHostProblem(
  databaseUrl: string,
  resolveHost: (host: string) => Promise<unknown>,
): Promise<string | undefined> {
  const address = databaseAddress(databaseUrl);
  const host = address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  if (host.startsWith('/') || host === '' || isIP(host) !== 0) return undefined;
  try {
    await resolveHost(host);
    return undefined;
  } catch {
    return `DATABASE_URL: the host ${host} cannot be resolved; check its spelling and the DNS of this machine, or use an IP address`;
  }
}

function nearestExisting(path: string): { path: string; isDirectory: boolean } {
  let current = path;
  for (;;) {
    const stats = tryStat(current);
    if (stats !== undefined) return { path: current, isDirectory: stats.isDirectory() };
    const parent = dirname(current);
    if (parent === current) return { path: current, isDirectory: false };
    current = parent;
  }
}

/** @returns undefined also for a path below a file, or below a folder that cannot be read */
function tryStat(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
