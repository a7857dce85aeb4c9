import { isInsidePair } from '@quern/text/surrogates';
import { matchAt, wordEnd } from '../rules/regex-builder.ts';

/** Characters that belong to the one before them: marks, the joiner of emoji, and skin tones. */
const attachedCharacter = String.raw`\p{M}|\u200d|\p{Emoji_Modifier}`;

const isKnown = 1;
const isOpen = 2;
const isAttached = 4;

/** Tests characters, each of the Basic Multilingual Plane once. */
class CharacterClasses {
  readonly #ofUnits = new Uint8Array(0x10000);

  /** Returns the flags of a character. */
  of(character: string): number {
    if (character.length !== 1) return classify(character);
    const unit = character.charCodeAt(0);
    this.#ofUnits[unit] ||= classify(character);
    return this.#ofUnits[unit];
  }
}

let classes: CharacterClasses | undefined;

function classify(character: string): number {
  const open = matchAt(character, 0, wordEnd, 'uy') === null ? 0 : isOpen;
  return isKnown | open | (matchAt(character, 0, attachedCharacter, 'uy') === null ? 0 : isAttached);
}

/**
 * Whether a word can begin or end at an offset: not between two letters, digits or underscores, except next to a script
 * that is written without spaces, and never inside a character that several code units form.
 */
export function isWordBorder(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  if (isInsidePair(text, at)) return false;
  classes ??= new CharacterClasses();
  const after = classes.of(isInsidePair(text, at + 1) ? text.slice(at, at + 2) : text.charAt(at));
  if ((after & isAttached) !== 0) return false;
  const before = classes.of(isInsidePair(text, at - 1) ? text.slice(at - 2, at) : text.charAt(at - 1));
  return ((before | after) & isOpen) !== 0;
}
