/** Codes of one language that `Intl.Locale` does not unify; it maps `iw` to `he` and `tl` to `fil`. */
const canonicalCodes: Readonly<Record<string, string>> = { no: 'nb' };

/**
 * Whether two tags name the same language in the same script, so that a text needs no translation. Regions are ignored:
 * `pt-BR` equals `pt`, but `zh-TW` (traditional) differs from `zh` (simplified). `no` equals `nb`.
 *
 * @param left BCP 47 tag
 * @param right BCP 47 tag
 * @returns false when one of them is `und`
 * @throws RangeError when a tag is not well-formed
 */
export function isSameLanguage(left: string, right: string): boolean {
  const [first, second] = [new Intl.Locale(left), new Intl.Locale(right)];
  if (isUndetermined(first) || isUndetermined(second)) return false;
  return (
    canonicalCode(first.language) === canonicalCode(second.language) &&
    first.maximize().script === second.maximize().script
  );
}

/** Checks the tag, since engines differ in the `language` of `und`. */
function isUndetermined({ baseName }: Intl.Locale): boolean {
  return /^und(?:-|$)/.test(baseName);
}

function canonicalCode(language: string): string {
  return canonicalCodes[language] ?? language;
}
