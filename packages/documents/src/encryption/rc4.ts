const stateBytes = 256;

/** The stream cipher RC4, which OpenSSL no longer has by default; old Office files are encrypted with it. */
export class Rc4 {
  readonly #state = Uint8Array.from({ length: stateBytes }, (_, index) => index);
  #first = 0;
  #second = 0;

  constructor(key: Uint8Array) {
    const state = this.#state;
    for (let index = 0, other = 0; index < stateBytes; index++) {
      const value = state[index] ?? 0;
      other = (other + value + (key[index % key.length] ?? 0)) & 255;
      state[index] = state[other] ?? 0;
      state[other] = value;
    }
  }

  /** Encrypts or decrypts the next bytes in place. */
  apply(bytes: Uint8Array): void {
    const state = this.#state;
    let [first, second] = [this.#first, this.#second];
    for (let at = 0; at < bytes.length; at++) {
      first = (first + 1) & 255;
      const value = state[first] ?? 0;
      second = (second + value) & 255;
      const other = state[second] ?? 0;
      state[first] = other;
      state[second] = value;
      bytes[at] = (bytes[at] ?? 0) ^ (state[(value + other) & 255] ?? 0);
    }
    this.#first = first;
    this.#second = second;
  }
}
