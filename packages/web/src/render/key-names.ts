import namedKeys from './named-keys.data.json' with { type: 'json' };

/** The keys that `press` accepts: values of `key` and `code` in the UI Events specification, on a US keyboard. */
export const keyNames: ReadonlySet<string> = new Set([
  ...namedKeys,
  // The printable characters of ASCII except the space, which is the key `Space`.
  ...Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)),
]);

const modified = /^(?:(?:Shift|Control|Alt|Meta)\+){0,4}(.+)$/;

/** Returns whether the browser can press a key, optionally with modifiers: `Enter`, `a`, `Control+A`. */
export function isPressableKey(text: string): boolean {
  const name = modified.exec(text)?.[1];
  return name !== undefined && keyNames.has(name);
}
