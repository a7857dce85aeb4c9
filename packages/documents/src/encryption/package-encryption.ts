import type { ParsePace } from '../xml/parse-xml-bytes.ts';

/** Encryption of a package, as its header describes it. */
export interface PackageEncryption {
  /** @returns undefined if the password is wrong @throws the signal's reason when aborted */
  keyOf(password: string, pace: ParsePace): Promise<Buffer | undefined>;
  decrypt(encrypted: Buffer, key: Buffer): Buffer;
}
