import { z } from 'zod';

/** A day in UTC. */
export const dateField = z.iso.date({ error: 'is not a date such as 2026-05-31' });
