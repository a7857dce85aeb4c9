// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text without control characters but tab and line feed: a page must not steer the terminal it is shown on. */
export function stripControlChars(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, '');
}
