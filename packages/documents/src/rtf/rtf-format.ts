import type { StyledRun } from '@quern/content/blocks/rich-text';
import type { RtfDefinitions } from './rtf-definitions.ts';
import { plainCharacters, plainParagraph, type RtfParagraphFormat, type RtfState } from './rtf-state.ts';

/**
 * Applies a control word for the format of characters.
 *
 * @param value undefined if the control word has no parameter
 * @returns whether it is one
 */
export function applyCharacterFormat(
  state: RtfState,
  name: string,
  value: number | undefined,
  defaultFont: number,
): boolean {
  const isOn = value !== 0;
  if (name === 'b') state.isBold = isOn;
  else if (name === 'i') state.isItalic = isOn;
  else if (name === 'strike' || name === 'striked') state.isStruck = isOn;
  else if (name === 'v') state.isHidden = isOn;
  else if (name === 'deleted') state.isDeleted = isOn;
  else if (name === 'f') state.font = value ?? 0;
  else if (name === 'cs') state.characterStyle = value ?? 0;
  else if (name === 'plain') Object.assign(state, plainCharacters, { font: defaultFont });
  else return false;
  return true;
}

/** Applies a control word for the format of paragraphs. @returns whether it is one */
export function applyParagraphFormat(state: RtfState, name: string, value: number): boolean {
  const change = name === 'pard' ? plainParagraph : paragraphChange(name, value);
  if (change) state.paragraph = { ...state.paragraph, ...change };
  return change !== undefined;
}

function paragraphChange(name: string, value: number): Partial<RtfParagraphFormat> | undefined {
  switch (name) {
    case 's':
      return { style: value };
    case 'outlinelevel':
      return { outlineLevel: value };
    case 'ls':
      return { list: value };
    case 'ilvl':
      return { level: value };
    case 'li':
    case 'lin':
      return { leftIndent: value };
    case 'fi':
      return { firstIndent: value };
    case 'intbl':
      return { isInTable: true };
    case 'itap':
      return { isInTable: value > 0, nesting: value };
    default:
      return undefined;
  }
}

/** The style of characters. @returns undefined for those that are not shown */
export function runOf(state: RtfState, definitions: RtfDefinitions): Omit<StyledRun, 'text'> | undefined {
  const { isBold, isItalic, isStruck, isHidden, isDeleted, font, characterStyle, url } = state;
  if (isHidden || isDeleted) return undefined;
  const isCode = definitions.isCodeFont(font) || definitions.isCodeStyle(characterStyle);
  return { isBold, isItalic, isStruck, isCode, url };
}
