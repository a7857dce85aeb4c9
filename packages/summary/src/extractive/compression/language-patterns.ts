/**
 * Returns a function that gives what is compiled from the list of a language, once for each language that has one.
 *
 * @param lists by primary language subtag
 */
export function perLanguage<List, Compiled>(
  lists: Readonly<Record<string, List>>,
  compile: (list: List, language: string) => Compiled,
): (language: string) => Compiled | undefined {
  const compiled = new Map<string, Compiled>();
  return (language) => {
    const list = Object.hasOwn(lists, language) ? lists[language] : undefined;
    if (list === undefined) return undefined;
    const known = compiled.get(language) ?? compile(list, language);
    compiled.set(language, known);
    return known;
  };
}
