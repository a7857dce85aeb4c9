import { z } from 'zod';

/** Schema of the manifest of the rendered images. */
export const renderedImageSchema = z.object({
  set: z.string(),
  /** File name below the folder of the set. */
  name: z.string(),
  language: z.string(),
  text: z.string(),
  rows: z
    .array(
      z.object({
        cells: z.array(z.string()).readonly(),
        lines: z.array(z.array(z.string()).readonly()).readonly(),
        isTable: z.boolean(),
      }),
    )
    .readonly()
    .optional(),
});

/** An image with its text, before it is written. */
export type RenderedImage = z.infer<typeof renderedImageSchema> & { readonly bytes: Uint8Array };
