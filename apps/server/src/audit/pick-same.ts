/** Returns the values of an object that the changes replace. */
export function pickSame(before: object, changes: object): object {
  const values = new Map<string, unknown>(Object.entries(changes));
  return Object.fromEntries(Object.entries(before).filter(([name]) => values.get(name) !== undefined));
}
