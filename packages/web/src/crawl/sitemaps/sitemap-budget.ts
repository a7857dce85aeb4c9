/** Remaining limits of all sitemaps and feeds of one map together; reduced as they are read. */
export interface SitemapBudget {
  /** Files that may still be requested. */
  files: number;
  /** Bytes after decompression. */
  bytes: number;
  /** URLs in the files, including known ones and those of other sites. */
  entries: number;
  /** Consecutive files without a new URL: a site that generates endless sitemaps repeats itself. */
  unproductiveFiles: number;
}

/** Maximum number of consecutive files without a new URL, after which no more are read. */
export const unproductiveFilesMax = 64;

/** Creates the budget of one map. */
export function createSitemapBudget(): SitemapBudget {
  return { files: 1000, bytes: 512 * 1024 * 1024, entries: 2_000_000, unproductiveFiles: 0 };
}
