/** Languages whose letters only the second recognizer knows. */
const languages: ReadonlySet<string> = new Set(
  'ar fa ur ps ckb sd ug he yi ru uk be bg sr mk kk ky mn tg tt ba cv os ko hi mr ne sa th vi'.split(' '),
);

/** Whether the expected languages call for the second recognizer. @param tags BCP 47 */
export function needsScriptsModel(tags: readonly string[] = []): boolean {
  return tags.some((tag) => {
    const [language = '', ...subtags] = tag.toLowerCase().split('-');
    if (subtags.includes('latn')) return false;
    return languages.has(language) || subtags.some((subtag) => ['cyrl', 'arab', 'deva'].includes(subtag));
  });
}
