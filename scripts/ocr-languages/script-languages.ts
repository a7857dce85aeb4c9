import { measureCoverages } from './measure-coverage.ts';

/** Lists what the second recognizer reads better than the first. */
export function scriptLanguages(): { readonly scripts: string[]; readonly languages: string[] } {
  const better = measureCoverages().coverages.filter(
    ({ missing: [base, scripts] }) => scripts.length < base.length,
  );
  const isUnknownToBase = ({ count, missing }: (typeof better)[number]) => missing[0].length > count * 0.9;
  const scripts = better.filter(isUnknownToBase).map(({ tag }) => new Intl.Locale(tag).maximize().script);
  const others = better.filter((coverage) => !isUnknownToBase(coverage));
  return {
    scripts: [...new Set(scripts)].flatMap((script) => script ?? []).toSorted(),
    languages: others.map(({ tag }) => tag).toSorted(),
  };
}
