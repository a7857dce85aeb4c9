import { findMessage } from './translate-message.ts';

/** Returns the name of an option as a person reads it: its text, or the words of its name. */
export const optionLabel = (name: string): string => findMessage(`field.${name}`) ?? toWords(name);

/** Returns the name of a value of an option. */
export const valueLabel = (value: string): string =>
  findMessage(`value.${value}`) ?? findMessage(`entity.${value}`) ?? toWords(value);

/** `maxLength` and `max_length` become `Max length`. */
export function toWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
