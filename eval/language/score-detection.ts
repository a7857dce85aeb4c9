/** Detects the language of a text; `und` when it is undetermined. */
export type Detect = (text: string) => Promise<string>;

/** A text and the BCP 47 tag of its language. */
export interface LabeledText {
  readonly text: string;
  readonly language: string;
}

/** Results of a detector. */
export interface DetectionScore {
  /** Share of right results. */
  readonly right: number;
  /** Share of wrong languages; the rest is undetermined. */
  readonly wrong: number;
  /** Share of right results by language. */
  readonly byLanguage: Readonly<Record<string, number>>;
}

/** Scores a detector on texts. */
export async function score(texts: readonly LabeledText[], detect: Detect): Promise<DetectionScore> {
  const byLanguage = new Map<string, { right: number; total: number }>();
  let right = 0;
  let wrong = 0;
  for (const { text, language } of texts) {
    const detected = await detect(text);
    const counts = byLanguage.get(language) ?? { right: 0, total: 0 };
    byLanguage.set(language, counts);
    counts.total++;
    if (detected === language) {
      counts.right++;
      right++;
    } else if (detected !== 'und') wrong++;
  }
  const shares = [...byLanguage].map(
    ([language, counts]) => [language, counts.right / counts.total] as const,
  );
  return {
    right: right / texts.length,
    wrong: wrong / texts.length,
    byLanguage: Object.fromEntries(shares.sort(([left], [other]) => (left < other ? -1 : 1))),
  };
}

/** Mean of the shares of right results of all languages. */
export function macroAccuracy({ byLanguage }: DetectionScore): number {
  const shares = Object.values(byLanguage);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
