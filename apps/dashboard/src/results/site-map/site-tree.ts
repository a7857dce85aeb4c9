import type { MapLink } from '@quern/sdk';

/** A folder of a website, with the pages below it. */
export interface SiteFolder {
  /** Part of the path, or the host. */
  readonly name: string;
  readonly folders: readonly SiteFolder[];
  readonly pages: readonly MapLink[];
  /** Number of all pages below it. */
  readonly count: number;
}

class FolderBuilder {
  readonly folders = new Map<string, FolderBuilder>();
  readonly pages: MapLink[] = [];

  folder(name: string): FolderBuilder {
    const known = this.folders.get(name);
    if (known !== undefined) return known;
    const added = new FolderBuilder();
    this.folders.set(name, added);
    return added;
  }

  build(name: string): SiteFolder {
    const folders = [...this.folders].map(([child, builder]) => builder.build(child));
    const count = folders.reduce((sum, folder) => sum + folder.count, this.pages.length);
    return { name, folders, pages: this.pages, count };
  }
}

/** Maximum depth of the tree; deeper pages are in the last folder. */
const depthMax = 6;

/** Groups pages by host and path. */
export function buildSiteTree(links: readonly MapLink[]): SiteFolder {
  const root = new FolderBuilder();
  for (const link of links) {
    const url = URL.parse(link.url);
    const parts = url === null ? [] : [url.host, ...url.pathname.split('/').slice(1, -1)];
    let folder = root;
    for (const part of parts.slice(0, depthMax)) folder = folder.folder(part);
    folder.pages.push(link);
  }
  return root.build('');
}
