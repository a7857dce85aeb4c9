import { findMessage } from '../messages/translate-message.ts';
import { operations } from './operations.ts';

/** Returns the name of an operation in the language of the page. */
export const operationTitle = (name: string): string =>
  findMessage(`operation.${name}`) ?? operations.value?.find((one) => one.name === name)?.title ?? name;
