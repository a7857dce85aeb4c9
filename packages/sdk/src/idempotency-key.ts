/** A new key of 128 random bits. (`crypto.randomUUID` is missing from pages that came over plain HTTP.) */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `sdk_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
