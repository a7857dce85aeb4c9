import { primaryLanguage } from '@quern/text/language/primary-language';
import type { LanguageGroup } from './read-manifest.ts';

/** Of a longer text only the beginning counts. */
const lettersMax = 20_000;

/**
 * Finds the group whose parameters apply to a text: the first that names its language; otherwise the first that names the
 * script of most of its letters; otherwise the last. `training/encoder/language_groups.py` does the same.
 *
 * @param language BCP 47 tag, or `und`
 */
export function findLanguageGroup(
  text: string,
  language: string,
  groups: readonly LanguageGroup[],
): LanguageGroup {
  const code = primaryLanguage(language);
  const byLanguage = groups.find(({ languages }) => languages.includes(code));
  if (byLanguage !== undefined) return byLanguage;
  const scripts = groups.flatMap((group) => group.scripts.map((script) => ({ group, script })));
  const sample = text.slice(0, lettersMax);
  let found = groups.at(-1);
  let countMax = 0;
  for (const { group, script } of scripts) {
    const count = sample.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
    if (count <= countMax) continue;
    found = group;
    countMax = count;
  }
  if (found === undefined) throw new RangeError('The manifest has no groups of languages.');
  return found;
}
