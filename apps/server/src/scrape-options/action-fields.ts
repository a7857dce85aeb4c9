import { isPressableKey } from '@quern/web/render/key-names';
import { z } from 'zod';
import { browserSelectorField } from './selector-fields.ts';

const actionsMax = 50;
const screenshotsMax = 5;
/** Maximum time of one wait, ms. */
const waitMsMax = 60_000;
const textLengthMax = 10_000;

const selector = browserSelectorField;

const wait = z
  .strictObject({
    type: z.literal('wait'),
    milliseconds: z.int().min(0).max(waitMsMax).optional().describe('Time to wait'),
    selector: selector.optional().describe('Element to wait for'),
  })
  .refine(({ milliseconds, selector: target }) => (milliseconds === undefined) !== (target === undefined), {
    error: 'must have either `milliseconds` or `selector`',
  })
  .meta({ title: 'ScrapeWaitAction' });

/** One action in the browser. */
export const actionSchema = z.union(
  [
    wait,
    z
      .strictObject({ type: z.literal('click'), selector: selector.describe('Element to click') })
      .meta({ title: 'ScrapeClickAction' }),
    z
      .strictObject({
        type: z.literal('type'),
        text: z.string().min(1).max(textLengthMax).describe('Text to type'),
        selector: selector.optional().describe('Element to type into; by default the focused one'),
      })
      .meta({ title: 'ScrapeTypeAction' }),
    z
      .strictObject({
        type: z.literal('press'),
        key: z
          .string()
          .refine(isPressableKey, 'must be the name of a key, such as Enter or Control+A')
          .describe('Key to press: `a`, `Enter`, `ArrowDown`, `Control+A`'),
      })
      .meta({ title: 'ScrapePressAction' }),
    z
      .strictObject({
        type: z.literal('scroll'),
        direction: z.enum(['up', 'down']).default('down').describe('Direction'),
        selector: selector.optional().describe('Element to scroll; by default the page'),
      })
      .meta({ title: 'ScrapeScrollAction' }),
    z
      .strictObject({
        type: z.literal('screenshot'),
        fullPage: z.boolean().default(false).describe('Whether to capture the whole page'),
      })
      .meta({ title: 'ScrapeScreenshotAction' }),
  ],
  { error: 'must be one of the actions wait, click, type, press, scroll, screenshot with its fields' },
);

/** Actions in the browser, in their order. */
export const actionsField = z
  .array(actionSchema)
  .max(actionsMax, { error: `must have at most ${actionsMax} actions` })
  .refine((actions) => actions.filter(({ type }) => type === 'screenshot').length <= screenshotsMax, {
    error: `must have at most ${screenshotsMax} screenshots`,
  });
