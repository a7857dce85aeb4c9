/** Creates a key with 128 random bits. (`crypto.randomUUID` is unavailable on pages loaded over plain HTTP.) */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `sdk_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
