import { toWords } from '../../messages/option-label.ts';
import { findMessage } from '../../messages/translate-message.ts';

/** Colors are shared by similar types; the code next to the text distinguishes them without color. */
const tones: Readonly<Record<string, number>> = {
  PERSON: 0,
  AGE: 0,
  ORGANIZATION: 1,
  NATIONALITY: 1,
  PRODUCT: 1,
  WORK_OF_ART: 1,
  EVENT: 1,
  LOCATION: 2,
  FACILITY: 2,
  ADDRESS: 2,
  POSTAL_CODE: 2,
  DATE: 3,
  TIME: 3,
  DURATION: 3,
  MONEY: 4,
  PERCENT: 4,
  QUANTITY: 4,
  NUMBER: 4,
  ORDINAL: 4,
  EMAIL: 5,
  URL: 5,
  PHONE_NUMBER: 5,
  HASHTAG: 5,
  MENTION: 5,
  IP_ADDRESS: 5,
  MAC_ADDRESS: 5,
};
/** Of numbers of persons and accounts. */
const identifierTone = 6;

/** Returns the class of the color of an entity type. */
export const entityTone = (type: string): string =>
  `tone-${Object.hasOwn(tones, type) ? tones[type] : identifierTone}`;

/** Returns the name of an entity type in the language of the page. */
export const entityName = (type: string): string => findMessage(`entity.${type}`) ?? toWords(type);

/** Returns the letters that are shown next to an entity: `PER`, `WOA` for several words. */
export function entityCode(type: string): string {
  const words = type.split('_');
  if (type.length <= 4) return type;
  return words.length > 1 ? words.map((word) => word.charAt(0)).join('') : type.slice(0, 3);
}
