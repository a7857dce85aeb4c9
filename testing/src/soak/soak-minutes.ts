/**
 * Minutes that `npm run soak -- <name> --minutes N` asks for.
 *
 * @param minutesDefault the minutes without that option
 */
export function soakMinutes(minutesDefault: number): number {
  const minutes = Number(process.env['QUERN_SOAK_MINUTES'] ?? minutesDefault);
  if (!(minutes > 0)) throw new Error(`--minutes has to be a number above 0, not ${minutes}`);
  return minutes;
}
