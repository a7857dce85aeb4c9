/** Generates input that costs far more to process than to send. */
export interface HostileGenerator {
  /** Unique within its kind, in kebab-case. */
  readonly name: string;
  readonly kind: 'html' | 'pdf' | 'docx' | 'feed' | 'text' | 'image' | 'sitemap';
  /** Default size: one run takes 0.2 to 1 s of CPU, or a larger input makes no difference. */
  readonly size: number;
  /** Returns input whose length, compressed or decompressed, is proportional to the size. */
  readonly generate: (size: number) => Uint8Array | string | Promise<Uint8Array | string>;
}

/** Joins `count` parts; a part may depend on its index. */
export function repeat(count: number, part: string | ((index: number) => string)): string {
  if (typeof part === 'string') return part.repeat(count);
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}

/** Joins entries until they have at least the given length in characters. */
export function entriesOfLength(length: number, entry: (index: number) => string): string {
  const entries: string[] = [];
  for (let written = 0, index = 0; written < length; index++) {
    const next = entry(index);
    entries.push(next);
    written += next.length;
  }
  return entries.join('');
}

/** An XML document of entries with at least the given length. */
export function xmlDocument(root: string, length: number, entry: (index: number) => string): string {
  return `<?xml version="1.0"?><${root}>${entriesOfLength(length, entry)}</${root}>`;
}
