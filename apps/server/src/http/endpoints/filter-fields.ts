import { z } from 'zod';
import { printableText } from '../../validation/printable-text.ts';

const stringsMax = 16;

/** The name of an operation. Other texts must not reach the database, which may reject some characters. */
export const operationNameField = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9-]*$/, 'is not the name of an operation');

/** Strings that a job or a batch is returned with, or is found by. */
export const metadataField = z
  .record(printableText(1, 64), printableText(0, 512))
  .refine((metadata) => Object.keys(metadata).length <= stringsMax, `has more than ${stringsMax} strings`);
