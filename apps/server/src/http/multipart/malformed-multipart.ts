import { invalidParameters, type ServiceError } from '../../errors/service-error.ts';

/** Creates the error for a multipart body that cannot be split into parts. */
export const malformedMultipart = (problem: string): ServiceError =>
  invalidParameters(`malformed multipart body: ${problem}`);
