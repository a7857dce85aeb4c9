/**
 * Whether a sentence of the labeled set is kept back for the evaluation: every third one. The shipped model never saw
 * them.
 */
export const isHeldOut = (index: number): boolean => index % 3 === 0;
