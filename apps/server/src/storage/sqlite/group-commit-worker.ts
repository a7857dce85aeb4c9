import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Answer, Command, Reply } from './commands.ts';
import { grant, refund, reserve, settle } from './ledger-steps.ts';
import { openDatabase } from './open-database.ts';
import { Statements } from './statements.ts';

/**
 * The thread that owns the embedded database. All commands that wait when it comes round are one
 * transaction and one sync to the disk (group commit), and nobody hears of success before the commit returned. Being a thread, it never blocks the event loop that serves requests.
 */
const commandsPerCommitMax = 1024;

if (parentPort === null) throw new Error('group-commit-worker runs in a worker thread');
const port = parentPort;
const database: DatabaseSync = openDatabase(String((workerData as { path: string }).path));
const sql = new Statements(database);

function execute(command: Command): unknown {
  switch (command.kind) {
    case 'query':
      return sql.all(command.sql, ...command.parameters);
    case 'reserve':
      return reserve(sql, command.order);
    case 'settle':
      return settle(sql, command.order);
    case 'refund':
      return refund(sql, command.reservationId, command.now);
    case 'grant':
      return grant(sql, command.order);
    case 'close':
      return undefined;
  }
}

function commitGroup(commands: readonly Command[]): Answer[] {
  try {
    sql.run('BEGIN IMMEDIATE');
    const answers = commands.map((command): Answer => ({ ok: true, value: execute(command) }));
    sql.run('COMMIT');
    return answers;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    // One of them failed the whole group: each alone then, so that it fails for itself only.
    if (commands.length > 1) return commands.flatMap((command) => commitGroup([command]));
    return [{ ok: false, message: error instanceof Error ? error.message : String(error) }];
  }
}

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
  const reply: Reply = { messages: messages.length, answers: commitGroup(commands) };
  port.postMessage(reply);
  if (commands.some((command) => command.kind === 'close')) {
    database.close();
    port.close();
  }
});
port.postMessage('ready');
