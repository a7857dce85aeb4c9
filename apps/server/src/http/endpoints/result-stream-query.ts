import { z } from 'zod';

/** Query parameters of a stream of results. */
export const resultStreamQuery = z.strictObject({
  cursor: z.coerce.number().int().min(0).default(0).describe('The `cursor` of the last line received'),
  limit: z.coerce.number().int().min(1).optional().describe('Maximum number of lines; default: all'),
  follow: z.stringbool().default(false).describe('Whether to wait for further results until the last one'),
});
