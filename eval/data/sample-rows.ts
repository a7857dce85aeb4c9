/** Returns at most `limit` rows at equal distances, since some sets are sorted. */
export function sampleRows<Row>(rows: readonly Row[], limit: number): Row[] {
  const step = Math.max(1, rows.length / limit);
  return Array.from({ length: Math.min(limit, rows.length) }, (_, at) => rows[Math.floor(at * step)]).flatMap(
    (row) => row ?? [],
  );
}
