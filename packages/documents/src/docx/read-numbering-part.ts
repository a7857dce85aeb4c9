import { listDepthMax } from '@quern/content/blocks/content-block';
import { clampDepth } from '../word/document-styles.ts';
import type {
  NumberingDefinition,
  NumberingInstance,
  NumberingLevel,
  NumberingPart,
} from '../word/numbering-part.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { isOn } from './on-off.ts';

const numberMax = 999_999_999;

/** @param xml the part; '' if there is none */
export function readNumberingPart(xml: string): NumberingPart {
  const definitions = new Map<string, NumberingDefinition>();
  const instances = new Map<string, NumberingInstance>();
  let levels: readonly NumberingLevel[] = [];
  let definition: NumberingDefinition | undefined;
  let instance: NumberingInstance | undefined;
  let level: NumberingLevel | undefined;
  const openTag = (name: string, attributes: Readonly<Record<string, string>>) => {
    const value = attributes['val'] ?? '';
    if (name === 'abstractNum') {
      levels = createLevels();
      definition = { levels };
      definitions.set(attributes['abstractNumId'] ?? '', definition);
    } else if (name === 'num') {
      levels = createLevels();
      instance = { definitionId: '', isSeparate: false, overrides: levels };
      instances.set(attributes['numId'] ?? '', instance);
    } else if (name === 'abstractNumId' && instance) instance.definitionId = value;
    else if (name === 'numStyleLink' && definition) definition.styleLink = value;
    else if (name === 'lvl' || name === 'lvlOverride') level = levels[clampDepth(Number(attributes['ilvl']))];
    else if (name === 'startOverride' && level && instance) {
      level.start = firstNumber(value);
      instance.isSeparate = true;
    } else if (level) readLevelProperty(level, name, attributes);
  };
  if (xml !== '') parseXml(xml, { openTag });
  return { definitions, instances };
}

function readLevelProperty(
  level: NumberingLevel,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const value = attributes['val'] ?? '';
  if (name === 'numFmt') level.format = value;
  else if (name === 'start') level.start = firstNumber(value);
  else if (name === 'lvlText') level.text = value.slice(0, labelLengthMax);
  else if (name === 'pStyle') level.style = value;
  else if (name === 'isLgl') level.isDecimal = isOn(attributes['val']);
}

/** Longer labels are cut. */
const labelLengthMax = 100;

function createLevels(): NumberingLevel[] {
  return Array.from({ length: listDepthMax + 1 }, () => ({}));
}

function firstNumber(value: string): number {
  const number = Math.trunc(Number(value));
  return number >= 0 && number <= numberMax ? number : 1;
}
