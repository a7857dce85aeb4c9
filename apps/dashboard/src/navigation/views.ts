/** The pages of the dashboard, in the order of the navigation. */
export const views = ['playground', 'jobs', 'usage', 'keys', 'webhooks', 'system', 'accounts'] as const;
/** The pages that only administrators are offered. */
export const adminViews: ReadonlySet<View> = new Set(['accounts']);
/** A page of the dashboard. */
export type View = (typeof views)[number];
