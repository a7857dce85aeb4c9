/**
 * Parts of a text that do not depend on its language. Each pattern starts at the start of a token and repeats a bounded
 * number of times, so that matching is linear.
 */
const noisePatterns = [
  // Addresses of the Web and of mail, tags and mentions.
  /(?<![\w.+-])(?:(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)\S+|[\w.+-]{1,64}@[\w.-]{1,255})|[#@][\p{L}\p{N}_]+/giu,
  // Code in backticks, and elements.
  /`[^`\n]{1,200}`|<\/?[a-z][^<>\n]{0,200}>/giu,
  // Paths, file names and domains.
  /(?<![\w.\\/-])(?:(?:(?:[a-z]:)?[\\/])?(?:[\w.-]{1,64}[\\/]){2,}[\w.-]*|[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.[a-z\d]{2,4}(?![\p{L}\p{N}]))/giu,
  // Identifiers with underscores or digits, in scripts that separate words.
  /(?<![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}_])(?:[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}]{0,40}_[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}_]*|[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]{0,40}\p{N}[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}]*)/gu,
  // Inner capitals, but not those of Irish and Zulu after a prefix; one letter repeated.
  /(?<!\p{L})(?:\p{Lu}\p{Ll}{1,30}\p{Lu}\p{L}*(?:['’]s\b)?|\p{Ll}{4,30}\p{Lu}\p{L}*|\p{Ll}{2,30}\p{Lu}\p{Ll}{1,30}\p{Lu}\p{L}*|(\p{L})\1{3,})/gu,
];

/** Replaces addresses, tags, code, paths and identifiers by as many spaces. */
export function removeNoise(text: string): string {
  return noisePatterns.reduce(
    (rest, pattern) => rest.replace(pattern, (noise) => ' '.repeat(noise.length)),
    text,
  );
}
