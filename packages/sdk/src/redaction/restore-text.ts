/** A placeholder as `extractEntities` writes it: `[PERSON_1]`, or `[PERSON_1.2]` for another spelling. */
const placeholderPattern = /\[[A-Z_]{1,40}_\d{1,9}(?:\.\d{1,9})?\]/g;

/**
 * Restores a text from its pseudonyms, which `extractEntities` with `redact: 'pseudonym'` returns. The text may have been
 * changed, for example translated or summarized; placeholders that the mapping lacks stay.
 *
 * @param redacted The text with placeholders.
 * @param mapping The text that each placeholder replaces.
 */
export function restoreText(redacted: string, mapping: Readonly<Record<string, string>>): string {
  return redacted.replace(placeholderPattern, (placeholder) =>
    Object.hasOwn(mapping, placeholder) ? (mapping[placeholder] ?? placeholder) : placeholder,
  );
}
