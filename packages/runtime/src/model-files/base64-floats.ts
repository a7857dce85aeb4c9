/** Decodes base64 of little-endian 32-bit floats, as training scripts write vectors. */
export function decodeFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
