import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { DashboardBundle } from '@quern/dashboard/dashboard-file';
import type { PdfFile, PdfFiles } from '@quern/dashboard/pdf-files';
import type { Operation } from '../../operations/define-operation.ts';
import type { Asset } from '../body/send-asset.ts';
import { describeOperations } from './describe-operations.ts';

/** Folder of the files of the dashboard. */
export const dashboardFolder = '/dashboard/';

/** The files of the dashboard, which are made when the first of them is requested. */
export class DashboardFiles {
  readonly #operations: readonly Operation[];
  #pdfFiles: Promise<PdfFiles> | undefined;
  #bundle: Promise<DashboardBundle> | undefined;
  #description: (Asset & { readonly version: string }) | undefined;

  readonly #cachePath: string;

  /** @param cachePath file that keeps the bundle for the next start */
  constructor(operations: readonly Operation[], cachePath: string) {
    this.#operations = operations;
    this.#cachePath = cachePath;
  }

  /** @throws Error if the dashboard cannot be bundled; the next call tries again */
  bundle(): Promise<DashboardBundle> {
    this.#bundle ??= import('@quern/dashboard/bundle')
      .then(({ bundleDashboard }) => bundleDashboard({ folder: dashboardFolder, cachePath: this.#cachePath }))
      .catch((error: unknown) => {
        this.#bundle = undefined;
        throw error;
      });
    return this.#bundle;
  }

  /** A file of the library that draws pages of PDFs; undefined if there is no such file. */
  async pdfFile(folder: string, name: string): Promise<PdfFile | undefined> {
    this.#pdfFiles ??= import('@quern/dashboard/pdf-files').then(({ PdfFiles: Files }) => new Files());
    return (await this.#pdfFiles).read(folder, name);
  }

  /** The operations that the dashboard has forms for, as JSON. */
  get operations(): Asset & { readonly version: string } {
    this.#description ??= describe(this.#operations);
    return this.#description;
  }
}

function describe(operations: readonly Operation[]): Asset & { readonly version: string } {
  const body = Buffer.from(JSON.stringify(describeOperations(operations)));
  return {
    type: 'application/json; charset=utf-8',
    body,
    gzip: gzipSync(body),
    version: createHash('sha256').update(body).digest('hex').slice(0, 32),
  };
}
