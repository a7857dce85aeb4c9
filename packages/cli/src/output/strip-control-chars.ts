// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to remove
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control characters except tab and line feed: a fetched page must not control the terminal. */
export function stripControlChars(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, '');
}
