/**
 * Returns the primary subtag of a BCP 47 tag in lower case: `pt` for `pt-BR`. Unlike `Intl.Locale` it accepts any text.
 */
export function primaryLanguage(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}
