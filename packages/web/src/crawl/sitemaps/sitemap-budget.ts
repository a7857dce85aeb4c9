/** What all sitemaps and feeds of one map may cost together; counted down as they are read. */
export interface SitemapBudget {
  /** Files still to be asked for. */
  files: number;
  /** Bytes after decompression. */
  bytes: number;
  /** URLs that are named, also those known already or of other sites. */
  entries: number;
  /** Files in a row that named nothing new; a site that generates endless sitemaps repeats itself. */
  unproductiveFiles: number;
}

/** Files that repeat what is known before no further one is read. */
export const unproductiveFilesMax = 64;

export function createSitemapBudget(): SitemapBudget {
  return { files: 1000, bytes: 512 * 1024 * 1024, entries: 2_000_000, unproductiveFiles: 0 };
}
