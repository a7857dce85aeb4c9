/** Returns the values of an object that the changes replace. */
export const pickSame = (before: object, changes: object): object => {
  const changed = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : name)),
  );
  return Object.fromEntries(Object.entries(before).filter(([name]) => changed.has(name)));
};
