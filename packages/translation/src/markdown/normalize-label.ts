/** Normalizes a link label, so that labels of the same link are equal (https://spec.commonmark.org/0.31.2/#matches). */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
