import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { RenderError } from './render-error.ts';

export interface ChromiumFiles {
  readonly executable: string;
  /** All of the browser's environment: of ours, which holds keys, it sees nothing. */
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const searchPath = '/usr/local/bin:/usr/bin:/bin';

/**
 * Finds a Chromium that runs: the one at `setting`, or with `auto` the one that the optional package
 * @sparticuz/chromium carries (Linux x64), unpacked into `folder` on first use (206 MB, two seconds). That
 * build needs libnss3 and libexpat of the system; where they are missing, the package's own are taken.
 *
 * @throws RenderError `unavailable`, saying what an operator can do
 */
export async function locateChromium(setting: string, folder: string): Promise<ChromiumFiles> {
  const environment = { PATH: searchPath, HOME: folder, LANG: 'C.UTF-8' };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (setting !== 'auto') {
    await requireRuns([{ executable: setting, environment }]);
    return { executable: setting, environment };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw unavailable('no Chromium comes along for this platform; set QUERN_CHROMIUM to the path of one');
  }
  const unpacked = await unpackPackage(folder);
  const own = { ...environment, FONTCONFIG_PATH: unpacked };
  const executable = join(unpacked, 'chromium');
  const libraries = { ...own, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') };
  return requireRuns([
    { executable, environment: own },
    { executable, environment: libraries },
  ]);
}

/** The first of some ways to start it that works. */
async function requireRuns(ways: readonly ChromiumFiles[]): Promise<ChromiumFiles> {
  let reason = '';
  for (const way of ways) {
    try {
      await access(way.executable, constants.X_OK);
      await run(way.executable, ['--version'], { env: { ...way.environment }, timeout: 20_000 });
      return way;
    } catch (error) {
      reason =
        error instanceof Error
          ? (error.message.split('\n').find((line) => /error|such/i.test(line)) ?? error.message)
          : '';
    }
  }
  throw unavailable(`Chromium does not start (${reason.slice(0, 300)})`);
}

async function unpackPackage(folder: string): Promise<string> {
  const described = findPackage('@sparticuz/chromium');
  if (described === undefined) throw unavailable('the optional package @sparticuz/chromium is not installed');
  const { version } = JSON.parse(await readFile(described, 'utf8')) as { version?: unknown };
  const target = join(folder, `chromium-${String(version)}`);
  if (await exists(join(target, 'chromium'))) return target;
  const partial = `${target}.${process.pid}.partial`;
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await unpackInto(partial);
    await writeFile(join(partial, 'fonts.conf'), fontSettings(target));
    await rename(partial, target);
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have been quicker with the same folder.
    if (await exists(join(target, 'chromium'))) return target;
    throw unavailable(`Chromium could not be unpacked into ${folder}`, cause);
  }
  return target;
}

function findPackage(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
}

/** The package unpacks to the folder for temporary files and changes the environment: in a thread both are its own. */
function unpackInto(folder: string): Promise<void> {
  const file = new URL(`./unpack-chromium${extname(import.meta.filename)}`, import.meta.url);
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))));
  });
}

const fontSettings = (folder: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

function unavailable(message: string, cause?: unknown): RenderError {
  return new RenderError('unavailable', message, { cause });
}
