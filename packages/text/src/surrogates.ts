/** Whether a UTF-16 code unit is the first half of a surrogate pair. */
export function isHighSurrogate(codeUnit: number): boolean {
  return (codeUnit & 0xfc00) === 0xd800;
}

/** Whether a UTF-16 code unit is the second half of a surrogate pair. */
export function isLowSurrogate(codeUnit: number): boolean {
  return (codeUnit & 0xfc00) === 0xdc00;
}

/** Whether an offset separates the two halves of a surrogate pair. */
export function isInsidePair(text: string, at: number): boolean {
  return isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1));
}

/** Start of the code point that contains the code unit at an offset. */
export function codePointStart(text: string, at: number): number {
  return isInsidePair(text, at) ? at - 1 : at;
}
