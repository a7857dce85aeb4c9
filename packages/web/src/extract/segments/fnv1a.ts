/** Start value of a 32-bit FNV-1a hash (http://www.isthe.com/chongo/tech/comp/fnv/). */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** Adds one value to a 32-bit FNV-1a hash. */
export function fnv1aStep(hash: number, value: number): number {
  return Math.imul(hash ^ value, prime);
}

/** 32-bit FNV-1a hash of a text, with one step per UTF-16 unit; fast and not collision resistant. */
export function fnv1a(text: string): number {
  let hash = offsetBasis;
  for (let index = 0; index < text.length; index++) hash = fnv1aStep(hash, text.charCodeAt(index));
  return hash | 0;
}
