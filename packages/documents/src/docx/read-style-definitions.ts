import type { StyleDefinition, StylePart } from '../word/style-definition.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { isOn } from './on-off.ts';

/** @param xml the styles part; '' if there is none */
export function readStyleDefinitions(xml: string): StylePart {
  const definitions = new Map<string, StyleDefinition>();
  let defaultStyle: StyleDefinition | undefined;
  let defaultFont = '';
  let language = '';
  let open: StyleDefinition | undefined;
  let isInDefaults = false;
  const openTag = (element: string, attributes: Readonly<Record<string, string>>) => {
    if (element === 'style') {
      open = { name: '' };
      definitions.set(attributes['styleId'] ?? '', open);
      if (attributes['type'] === 'paragraph' && isOn(attributes['default'] ?? '0')) defaultStyle = open;
    } else if (element === 'docDefaults') isInDefaults = true;
    else if (isInDefaults && element === 'rFonts') defaultFont = attributes['ascii'] ?? '';
    else if (isInDefaults && element === 'lang') language = attributes['val'] ?? '';
    else if (open) readProperty(open, element, attributes);
  };
  const closeTag = (element: string) => {
    if (element === 'style') open = undefined;
    else if (element === 'docDefaults') isInDefaults = false;
  };
  if (xml !== '') parseXml(xml, { openTag, closeTag });
  return { definitions, defaultStyle, defaultFont, language };
}

function readProperty(
  style: StyleDefinition,
  element: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const value = attributes['val'] ?? '';
  const isSet = isOn(attributes['val']);
  if (element === 'name') style.name = value;
  else if (element === 'basedOn') style.basedOn = value;
  else if (element === 'outlineLvl') style.outlineLevel = Number(value);
  else if (element === 'numId') style.numberingId = value;
  else if (element === 'ilvl') style.depth = Number(value);
  else if (element === 'rFonts') style.font = attributes['ascii'] ?? style.font ?? '';
  else if (element === 'b') style.isBold = isSet;
  else if (element === 'i') style.isItalic = isSet;
  else if (element === 'strike' || element === 'dstrike') style.isStruck = isSet;
  else if (element === 'vanish') style.isHidden = isSet;
}
