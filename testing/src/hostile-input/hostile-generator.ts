/** Input made to cost more than it weighs. */
export interface HostileGenerator {
  /** Unique within its kind, in kebab-case. */
  readonly name: string;
  readonly kind: 'html' | 'pdf' | 'docx' | 'feed' | 'text' | 'image' | 'sitemap';
  /** Default size: one run takes some 0.2 to 1 s of CPU, or it is the largest that makes a difference. */
  readonly size: number;
  /** Hostile input whose length, packed or unpacked, grows in proportion to `size`. */
  readonly generate: (size: number) => Uint8Array | string | Promise<Uint8Array | string>;
}

/** `count` pieces one after another; `piece` may depend on the index. */
export function repeat(count: number, piece: string | ((index: number) => string)): string {
  if (typeof piece === 'string') return piece.repeat(count);
  return Array.from({ length: count }, (_, index) => piece(index)).join('');
}
