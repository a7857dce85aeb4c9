import { startCounting } from './count-steps.ts';
import { growthMeasure } from './growth-measure.ts';

// Counting makes code slower, which would distort times.
if (growthMeasure === 'steps') startCounting();
