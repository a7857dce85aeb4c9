import { PgBoss } from 'pg-boss';

/** Schema of the queue's own tables. */
const schema = 'quern_queue';
const connectionsMax = 4;
/** How often expired claims are looked for, s. */
const monitorIntervalSeconds = 1;

/**
 * Connects to the queue of a PostgreSQL database, creates its tables, and starts its maintenance.
 *
 * @param onError called with the errors of its background work
 */
export async function openPgBoss(databaseUrl: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'quern queue',
    schema,
    max: connectionsMax,
    schedule: false,
    superviseIntervalSeconds: monitorIntervalSeconds,
    monitorIntervalSeconds,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', onError);
  await boss.start();
  return boss;
}
