import type { StyledRun } from '@quern/content/blocks/rich-text';
import type { DocumentStyles } from '../word/document-styles.ts';
import { numberOf, readModifiers } from './property-modifiers.ts';

/** Codes of modifiers of text ([MS-DOC] 2.6.1). */
export const textModifiers = {
  isDeleted: 0x0800,
  isFieldData: 0x0806,
  isObject: 0x080a,
  isBold: 0x0835,
  isItalic: 0x0836,
  isStruck: 0x0837,
  isHidden: 0x083c,
  isDoublyStruck: 0x2a53,
  style: 0x4a30,
  font: 0x4a4f,
  picture: 0x6a03,
  symbol: 0x6a09,
} as const;

/** The format of a run of text. */
export interface TextFormat {
  readonly run: Omit<StyledRun, 'text'>;
  readonly font: string;
  readonly isHidden: boolean;
  /** Offset of the picture that the text stands for in the data stream; undefined for other text. */
  readonly picture: number | undefined;
  /** Id of the embedded object that the text stands for; undefined for other text. */
  readonly object: number | undefined;
  /** Character of a symbol font in place of the text. */
  readonly symbol: { readonly code: number; readonly font: string } | undefined;
}

/** Reads the properties of a run ([MS-DOC] 2.9.32). @param fonts by index */
export function readTextFormat(
  properties: Buffer,
  styles: DocumentStyles,
  fonts: readonly string[],
): TextFormat {
  const switches = new Map<number, boolean>();
  let style: ReturnType<DocumentStyles['resolveCharacters']> = {};
  let font = '';
  let picture: number | undefined;
  let symbol: TextFormat['symbol'];
  for (const modifier of readModifiers(properties)) {
    const { code, operand } = modifier;
    if (code === textModifiers.style) style = styles.resolveCharacters(String(operand.readUInt16LE(0)));
    else if (code === textModifiers.font) font = fonts[operand.readUInt16LE(0)] ?? '';
    else if (code === textModifiers.picture) picture = operand.readUInt32LE(0);
    else if (code === textModifiers.symbol)
      symbol = { font: fonts[operand.readUInt16LE(0)] ?? '', code: operand.readUInt16LE(2) };
    else if (code < 0x1000 || code === textModifiers.isDoublyStruck)
      readSwitch(switches, code, numberOf(modifier));
  }
  const isOn = (code: number) => switches.get(code) === true;
  return {
    run: {
      isBold: switches.get(textModifiers.isBold) ?? style.isBold,
      isItalic: switches.get(textModifiers.isItalic) ?? style.isItalic,
      isStruck:
        isOn(textModifiers.isDoublyStruck) || (switches.get(textModifiers.isStruck) ?? style.isStruck),
      isCode: font === '' ? style.isCode : styles.isCodeFont(font),
    },
    font,
    isHidden:
      isOn(textModifiers.isDeleted) || (switches.get(textModifiers.isHidden) ?? style.isHidden ?? false),
    picture: isOn(textModifiers.isFieldData) || isOn(textModifiers.isObject) ? undefined : picture,
    object: isOn(textModifiers.isObject) ? picture : undefined,
    symbol,
  };
}

/** A switch is on, off, as in the style of the paragraph (128), or the opposite of it (129) ([MS-DOC] 2.9.327). */
function readSwitch(switches: Map<number, boolean>, code: number, value: number): void {
  if (value === 0 || value === 1) switches.set(code, value === 1);
  else if (value === 0x81) switches.set(code, true);
}
