import { startCounting } from './count-steps.ts';

// Counting makes code slower, which would distort times.
if (process.env['QUERN_TEST_GROWTH'] !== 'cpu') startCounting();
