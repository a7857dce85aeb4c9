import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDomain } from 'tldts';

/** Parts of the cross-validation. */
export const foldCount = 5;

/** One labeled page of WCXB. */
export interface GoldPage {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly gold: string;
  /** Title as labeled. Most gold texts do not contain it. */
  readonly title: string;
  /** Texts that an extraction must and must not contain. */
  readonly with_: readonly string[];
  readonly without: readonly string[];
}

export function readGoldPages(folder: string): GoldPage[] {
  const file = join(folder, 'gold.jsonl');
  if (!existsSync(file)) {
    throw new Error(
      `${folder} has no gold.jsonl; unpack ../shared/data/web/wcxb-dev.tar.xz and give its folder`,
    );
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): GoldPage => JSON.parse(line));
}

export function readGoldHtml(folder: string, id: string): string {
  return readFileSync(join(folder, 'html', `${id}.html`), 'utf8');
}

/** Returns the registered domain, which keeps all pages of one site on the same side of a split. */
export function registeredDomainOf(page: Pick<GoldPage, 'id' | 'url'>): string {
  const host = URL.parse(page.url)?.hostname ?? '';
  return getDomain(host, { allowPrivateDomains: true }) ?? (host || 'unknown');
}

/** Returns the fold of a site by its FNV-1a hash. */
export function foldIndexOf(site: string, folds: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < site.length; index++) {
    hash = Math.imul(hash ^ site.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 7) % folds;
}
