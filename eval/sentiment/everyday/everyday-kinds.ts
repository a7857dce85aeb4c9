/** The kinds of everyday texts. Each language has texts of each kind in both splits. */
export const everydayKinds = [
  ...['fact', 'encyclopedia', 'headline', 'bad-news', 'question', 'instruction', 'request', 'logistics'],
  ...['price-or-spec', 'definition', 'mild-praise', 'strong-praise', 'mild-blame', 'strong-blame'],
  ...['polite-complaint', 'negated-praise', 'negated-blame', 'praise-then-rejection', 'mixed-but'],
  ...['mixed-other', 'irony', 'idiom', 'emphasis', 'emoji', 'thanks', 'apology', 'wish', 'condolence'],
  ...['comparison', 'conditional', 'reported-opinion', 'short'],
] as const;

/** The kind of an everyday text. */
export type EverydayKind = (typeof everydayKinds)[number];
