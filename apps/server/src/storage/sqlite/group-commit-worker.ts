import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Command, GroupResult } from './commands.ts';
import { GroupCommitter } from './group-committer.ts';
import { openDatabase } from './open-database.ts';

/**
 * The thread that owns the embedded database, so that commits never block the event loop that serves requests.
 * Drains the queued batches of commands into one transaction and one sync, and replies after the commit only.
 */
const commandsPerCommitMax = 1024;

if (parentPort === null) throw new Error('group-commit-worker runs in a worker thread');
const port = parentPort;
const database = openDatabase(String((workerData as { path: string }).path));
const committer = new GroupCommitter(database);

port.on('message', (first: Command[]) => {
  const batches = [first];
  let commandCount = first.length;
  while (commandCount < commandsPerCommitMax) {
    const next = receiveMessageOnPort(port) as { message: Command[] } | undefined;
    if (next === undefined) break;
    batches.push(next.message);
    commandCount += next.message.length;
  }
  const commands = batches.flat();
  const result: GroupResult = { batchCount: batches.length, results: committer.commit(commands) };
  port.postMessage(result);
  if (commands.some((command) => command.kind === 'close')) {
    database.close();
    port.close();
  }
});
port.postMessage('ready');
