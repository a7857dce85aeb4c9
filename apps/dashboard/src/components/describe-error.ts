import { QuernError } from '@quern/sdk';
import { findMessage, t } from '../messages/translate-message.ts';

/** An error as a person reads it. */
export interface ErrorDescription {
  /** Explains what is wrong and what to do, in the language of the page. */
  readonly message: string;
  /** The message of the service and the id of the request, for administrators; empty if there are none. */
  readonly detail: string;
}

/** Describes an error of a request. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof QuernError)) {
    return { message: t('error.unexpected'), detail: error instanceof Error ? error.message : '' };
  }
  const { code, message, requestId } = error;
  return {
    message: findMessage(`error.${code}`) ?? t('error.unexpected'),
    detail: [message, requestId].filter((part) => part !== undefined && part !== '').join('\n'),
  };
}
