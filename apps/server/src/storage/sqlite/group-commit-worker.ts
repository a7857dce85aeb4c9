import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Command, GroupResult } from './commands.ts';
import { commitGroup } from './commit-group.ts';
import { openDatabase } from './open-database.ts';
import { StatementCache } from './statement-cache.ts';

/**
 * The thread that owns the embedded database, so that commits never block the event loop that serves requests.
 * All commands that have arrived when it looks for new ones are committed as one group, see commit-group.ts.
 */
const commandsPerCommitMax = 1024;

if (parentPort === null) throw new Error('group-commit-worker runs in a worker thread');
const port = parentPort;
const database = openDatabase(String((workerData as { path: string }).path));
const sql = new StatementCache(database);

/** A message is a list of commands; its reply has their answers in order. */
port.on('message', (first: Command[]) => {
  const messages = [first];
  let waiting = first.length;
  while (waiting < commandsPerCommitMax) {
    const next = receiveMessageOnPort(port) as { message: Command[] } | undefined;
    if (next === undefined) break;
    messages.push(next.message);
    waiting += next.message.length;
  }
  const commands = messages.flat();
  const reply: GroupResult = { batchCount: messages.length, results: commitGroup(database, sql, commands) };
  port.postMessage(reply);
  if (commands.some((command) => command.kind === 'close')) {
    database.close();
    port.close();
  }
});
port.postMessage('ready');
