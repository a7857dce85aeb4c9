import { memoize } from '@quern/runtime/caching/memoize';

/**
 * Returns a function that gives what is compiled from the list of a language; undefined for a language without one.
 *
 * @param lists by primary language subtag
 */
export function perLanguage<List, Compiled>(
  lists: Readonly<Record<string, List>>,
  compile: (list: List, language: string) => Compiled,
): (language: string) => Compiled | undefined {
  return memoize((language: string) => {
    const list = Object.hasOwn(lists, language) ? lists[language] : undefined;
    return list === undefined ? undefined : compile(list, language);
  });
}
