/** How growth is measured: steps are counted, unless the soak of growth asks for CPU time, which includes native code. */
export const growthMeasure = process.env['QUERN_TEST_GROWTH'] === 'cpu' ? 'cpu' : 'steps';
