import type { ModelCatalog } from '@quern/translation/models/model-catalog';
import { z } from 'zod';
import type { AccountService } from '../../accounts/account-service.ts';
import type { AuditLog, AuditOrigin } from '../../audit/audit-log.ts';
import type { ErrorCode } from '../../errors/error-codes.ts';
import type { KeyService } from '../../keys/key-service.ts';
import type { RequestLog } from '../../requests/request-log.ts';
import type { SystemService } from '../../system/system-service.ts';
import type { UsageService } from '../../usage/usage-service.ts';
import { validateInput } from '../../validation/validate-input.ts';

/** The services that the admin API exposes. */
export interface AdminServices {
  readonly accounts: AccountService;
  readonly keys: KeyService;
  readonly models: ModelCatalog;
  readonly audit: Pick<AuditLog, 'record' | 'list'>;
  readonly requests: Pick<RequestLog, 'list'>;
  readonly usage: Pick<UsageService, 'reportByKey'>;
  readonly system: Pick<SystemService, 'report'>;
}

interface AdminEndpointDescription {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below /admin/v0, such as `/accounts/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly status: 200 | 201;
  /** Error codes that this endpoint can return in addition to those that all endpoints share. */
  readonly errors: readonly ErrorCode[];
}

interface AdminEndpointDefinition<Query, Body, Result> extends AdminEndpointDescription {
  readonly query: z.ZodType<Query>;
  readonly body: z.ZodType<Body>;
  readonly response: z.ZodType<Result>;
  readonly handle: (
    request: {
      readonly id: string;
      readonly query: Query;
      readonly body: Body;
      readonly origin: AuditOrigin;
    },
    services: AdminServices,
  ) => Promise<DeepReadonly<NoInfer<Result>>>;
}

/** Services return readonly objects; the schema of a response describes mutable ones. */
type DeepReadonly<Value> = unknown extends Value
  ? Value
  : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

/** An endpoint without the types of its values, as the router registers it and the OpenAPI document describes it. */
export interface AdminEndpoint extends AdminEndpointDescription {
  readonly query: z.ZodType;
  readonly body: z.ZodType;
  readonly response: z.ZodType;
  /** @throws ServiceError `invalid_parameters` and the endpoint's own codes */
  readonly handle: (request: AdminRequest, services: AdminServices) => Promise<object>;
}

/** An HTTP request for an endpoint. */
export interface AdminRequest {
  /** The `:id` of the path; empty if the path has none. */
  readonly id: string;
  readonly query: unknown;
  readonly origin: AuditOrigin;
  /** Reads the JSON body; only called if the endpoint has one. */
  readonly readBody: () => Promise<unknown>;
}

/** Schema of the query or the body of an endpoint that ignores it. */
export const ignored = z.unknown();

/**
 * Defines an endpoint of the admin API: its documentation, its schemas, and the function that handles it. One
 * that changes something must pass the origin on to a service, or record the change itself.
 */
export function defineAdminEndpoint<Query, Body, Result extends object>(
  definition: AdminEndpointDefinition<Query, Body, Result>,
): AdminEndpoint {
  const hasBody = definition.body !== ignored;
  return {
    ...definition,
    handle: async ({ id, query, origin, readBody }, services) => {
      const request = {
        id,
        origin,
        query: validateInput(definition.query, query),
        body: validateInput(definition.body, hasBody ? await readBody() : undefined),
      };
      return definition.handle(request, services);
    },
  };
}
