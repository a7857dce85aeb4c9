import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const batchSize = 20;
const timeoutMs = 300_000;

/** A file to convert. */
export interface SourceFile {
  /** Its format, which is the ending of its name. */
  readonly format: string;
  readonly bytes: Buffer;
}

/** Converts files by LibreOffice. */
export class LibreOffice {
  readonly #folder: string;

  /** @param folder for the profile and the files */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Its version, such as `7.4.7.2`. */
  get version(): string {
    return /\d+(?:\.\d+)+/.exec(this.#run(['--version']))?.[0] ?? '';
  }

  /**
   * Converts files to another format.
   *
   * @returns for each file, the converted one; undefined if LibreOffice does not convert it
   */
  convert(files: readonly SourceFile[], target: string): (Buffer | undefined)[] {
    const [from, to] = [join(this.#folder, `for-${target}`), join(this.#folder, target)];
    mkdirSync(from, { recursive: true });
    const paths = files.map(({ format, bytes }, index) => {
      const path = join(from, `${index}.${format}`);
      writeFileSync(path, bytes);
      return path;
    });
    for (let at = 0; at < paths.length; at += batchSize)
      this.#run(['--convert-to', target, '--outdir', to, ...paths.slice(at, at + batchSize)]);
    return files.map((_, index) => {
      const path = join(to, `${index}.${target}`);
      return existsSync(path) ? readFileSync(path) : undefined;
    });
  }

  #run(options: readonly string[]): string {
    const profile = `-env:UserInstallation=file://${join(this.#folder, 'profile')}`;
    return execFileSync('soffice', [profile, '--headless', ...options], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeoutMs,
    });
  }
}
