const digestPattern = /^[0-9a-f]{64}$/;

/** Returns a digest, a part of paths and keys. @throws {Error} if the text is not a SHA-256 in hex */
export function requireDigest(text: string): string {
  if (!digestPattern.test(text)) throw new Error(`${JSON.stringify(text)} is not a digest`);
  return text;
}
