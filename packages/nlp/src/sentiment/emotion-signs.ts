/** The emotions of GoEmotions by their sign (Demszky et al., 2020, table 2); the others have none. */
const signs: ReadonlyMap<string, 1 | -1> = new Map([
  ...'admiration amusement approval caring desire excitement gratitude joy love optimism pride relief'
    .split(' ')
    .map((emotion) => [emotion, 1] as const),
  ...'anger annoyance disappointment disapproval disgust embarrassment fear grief nervousness remorse sadness'
    .split(' ')
    .map((emotion) => [emotion, -1] as const),
]);

/** The sign of an emotion: 1, −1, or 0. */
export function signOfEmotion(emotion: string): number {
  return signs.get(emotion) ?? 0;
}
