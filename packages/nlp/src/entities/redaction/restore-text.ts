import { placeholderPattern } from './placeholder.ts';

/**
 * Restores a text from its pseudonyms: replaces each placeholder of the mapping by its text. The redacted text may have been
 * changed, for example translated or summarized; placeholders that the mapping lacks stay. Linear time.
 *
 * @param mapping of `redactEntities`
 */
export function restoreText(redacted: string, mapping: Readonly<Record<string, string>>): string {
  return redacted.replace(placeholderPattern, (placeholder) =>
    Object.hasOwn(mapping, placeholder) ? (mapping[placeholder] ?? placeholder) : placeholder,
  );
}
