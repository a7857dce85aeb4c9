declare module 'multilang-sentiment' {
  const score: (text: string, language: string) => { score: number };
  export = score;
}
declare module 'vader-sentiment' {
  const vader: {
    SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } };
  };
  export = vader;
}
