import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The identifier of the extension for long-running calls (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

const declaration = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.looseObject({ [tasksExtension]: z.object({}) }) }),
});

/** Whether the client of a request supports tasks; each request declares it. */
export const supportsTasks = ({ mcpReq }: ServerContext): boolean =>
  declaration.safeParse(mcpReq.envelope).success;

/** @throws MissingRequiredClientCapabilityError if the client of a request does not support tasks */
export function requireTasks(context: ServerContext): void {
  if (supportsTasks(context)) return;
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [tasksExtension]: {} } },
  });
}
