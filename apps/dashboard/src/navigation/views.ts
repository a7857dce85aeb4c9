/** The pages of the dashboard, in the order of the navigation. */
export const views = ['playground', 'jobs', 'usage', 'keys', 'webhooks', 'system'] as const;
/** A page of the dashboard. */
export type View = (typeof views)[number];
