import { parentPort, workerData } from 'node:worker_threads';
import { type CommandMessage, decodeCommands, encodeResults } from './command-messages.ts';
import { GroupCommitter } from './group-committer.ts';
import { openDatabase } from './open-database.ts';

/**
 * The thread that owns the embedded database, so that commits never block the event loop that serves requests.
 * Runs the commands of each message as one transaction with one sync, and replies after the commit only.
 */

if (parentPort === null) throw new Error('group-commit-worker runs in a worker thread');
const port = parentPort;
const database = openDatabase(String((workerData as { path: string }).path));
const committer = new GroupCommitter(database);

port.on('message', (message: CommandMessage) => {
  const commands = decodeCommands(message);
  port.postMessage(encodeResults(committer.commit(commands)));
  if (commands.some((command) => command.kind === 'close')) {
    database.close();
    port.close();
  }
});
port.postMessage('ready');
