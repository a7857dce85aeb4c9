/** @returns the language in canonical form, such as `pt-BR`; '' if it is not valid */
export function toLanguageTag(value: string): string {
  const tag = value.trim().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)) return '';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch (error) {
    // Subtags may contradict the grammar, such as two regions.
    if (error instanceof RangeError) return '';
    throw error;
  }
}
