import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { RenderError } from './render-error.ts';

/** A Chromium executable that starts, and the environment it needs. */
export interface ChromiumFiles {
  readonly executable: string;
  /** The browser's whole environment: it does not inherit ours, which contains keys. */
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const versionTimeoutMs = 20_000;
const searchPath = '/usr/local/bin:/usr/bin:/bin';

/**
 * Finds a Chromium that starts. The one of the optional package @sparticuz/chromium (Linux x64) is unpacked into
 * `installDir` on first use (206 MB, two seconds). It needs libnss3 and libexpat; if the system does not have them,
 * those of the package are used.
 *
 * @param chromium path of an executable, or `auto` for the one of the package
 * @throws RenderError `unavailable`
 */
export async function locateChromium(chromium: string, installDir: string): Promise<ChromiumFiles> {
  const environment = { PATH: searchPath, HOME: installDir, LANG: 'C.UTF-8' };
  await mkdir(installDir, { recursive: true, mode: 0o700 });
  if (chromium !== 'auto') return firstThatStarts([{ executable: chromium, environment }]);
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw unavailable(
      'no Chromium is bundled for this platform; set the option `chromium` to the path of an executable',
    );
  }
  const unpacked = await unpackPackage(installDir);
  const withFonts = { ...environment, FONTCONFIG_PATH: unpacked };
  const executable = join(unpacked, 'chromium');
  const withLibraries = { ...withFonts, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') };
  return firstThatStarts([
    { executable, environment: withFonts },
    { executable, environment: withLibraries },
  ]);
}

/**
 * Returns the first candidate whose executable starts.
 *
 * @throws RenderError `unavailable` with the reason of the last one
 */
async function firstThatStarts(candidates: readonly ChromiumFiles[]): Promise<ChromiumFiles> {
  let reason = '';
  for (const candidate of candidates) {
    try {
      await access(candidate.executable, constants.X_OK);
      const env = { ...candidate.environment };
      await run(candidate.executable, ['--version'], { env, timeout: versionTimeoutMs });
      return candidate;
    } catch (error) {
      reason =
        error instanceof Error
          ? (error.message.split('\n').find((line) => /error|such/i.test(line)) ?? error.message)
          : '';
    }
  }
  throw unavailable(`Chromium does not start (${reason.slice(0, 300)})`);
}

/** Unpacks the package if its version has not been unpacked yet. @returns the folder of its files */
async function unpackPackage(installDir: string): Promise<string> {
  const packageJson = findPackage('@sparticuz/chromium');
  if (packageJson === undefined) {
    throw unavailable('the optional package @sparticuz/chromium is not installed');
  }
  const { version } = JSON.parse(await readFile(packageJson, 'utf8')) as { version?: unknown };
  const target = join(installDir, `chromium-${String(version)}`);
  if (await exists(join(target, 'chromium'))) return target;
  const partial = `${target}.${process.pid}.partial`;
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await unpackInto(partial);
    await writeFile(join(partial, 'fonts.conf'), fontSettings(target));
    await rename(partial, target);
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have unpacked it into the same folder meanwhile.
    if (await exists(join(target, 'chromium'))) return target;
    throw unavailable(`Chromium could not be unpacked into ${installDir}`, cause);
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

/**
 * Runs the package's unpacking in a thread with its own environment: it unpacks to the folder for temporary files and
 * changes environment variables.
 */
function unpackInto(folder: string): Promise<void> {
  const file = new URL(`./unpack-chromium${extname(import.meta.filename)}`, import.meta.url);
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))));
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
