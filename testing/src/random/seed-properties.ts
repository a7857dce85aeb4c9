import fc from 'fast-check';

/**
 * Property tests draw the same values in every run, so that the gate has the same verdict for the same code. The soak
 * `properties` runs them with other seeds.
 */
const seed = Number(process.env['QUERN_TEST_SEED'] ?? 20_261_127);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
