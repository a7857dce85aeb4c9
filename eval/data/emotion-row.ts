import { z } from 'zod';

/** A text of a set with its emotions. */
export const emotionRowSchema = z.object({ text: z.string(), labels: z.array(z.string()) });

/** A text of a set with its emotions. */
export type EmotionRow = z.infer<typeof emotionRowSchema>;
