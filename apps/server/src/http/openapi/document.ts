import manifest from '../../../package.json' with { type: 'json' };
import type { Operation } from '../../operations/define-operation.ts';
import { listAdminEndpoints } from '../admin/endpoints.ts';
import { batchEndpoints } from '../batches/endpoints.ts';
import { crawlEndpoints } from '../crawls/endpoints.ts';
import { fileEndpoints } from '../files/endpoints.ts';
import { jobEndpoints } from '../jobs/endpoints.ts';
import { languageEndpoints } from '../languages/endpoints.ts';
import { requestEndpoints } from '../requests/endpoints.ts';
import { usageEndpoints } from '../usage/endpoints.ts';
import { webhookEndpoints } from '../webhooks/endpoints.ts';
import { describeAdminPaths } from './admin-paths.ts';
import { addCommonSchemas, headerComponents, requestParameters } from './components.ts';
import { describeKeyEndpointPaths } from './key-endpoint-paths.ts';
import { describeOperationPaths } from './operation-paths.ts';
import { SchemaComponents } from './schema-components.ts';

type Json = Record<string, unknown>;

/**
 * Creates the OpenAPI 3.1 document from the schemas that also validate requests.
 *
 * @param serverUrl base URL of the service, without a path
 */
export function createOpenApiDocument(operations: readonly Operation[], serverUrl: string): Json {
  const schemas = new SchemaComponents();
  addCommonSchemas(schemas);
  const adminEndpoints = listAdminEndpoints(operations.map(({ name }) => name));
  const paths = Object.assign(
    {},
    ...operations.map((operation) => describeOperationPaths(operation, schemas)),
    describeKeyEndpointPaths(jobEndpoints, 'jobs', schemas),
    describeKeyEndpointPaths(batchEndpoints, 'batches', schemas),
    describeKeyEndpointPaths(crawlEndpoints, 'crawls', schemas),
    describeKeyEndpointPaths(fileEndpoints, 'files', schemas),
    describeKeyEndpointPaths(webhookEndpoints, 'webhooks', schemas),
    describeKeyEndpointPaths(usageEndpoints, 'usage', schemas),
    describeKeyEndpointPaths(requestEndpoints, 'usage', schemas),
    describeKeyEndpointPaths(languageEndpoints, 'languages', schemas),
    describeAdminPaths(adminEndpoints, schemas),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quern',
      version: manifest.version,
      description: `Self-hosted content processing.\n\n${operations.map(describeBriefly).join('\n')}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'operations', description: 'Content processing, authenticated by an API key' },
      { name: 'jobs', description: 'Requests that run in the background, authenticated by an API key' },
      {
        name: 'batches',
        description: 'Many requests that run in the background, authenticated by an API key',
      },
      { name: 'crawls', description: 'The pages of crawls, authenticated by an API key' },
      { name: 'files', description: 'Files of results, authenticated by an API key' },
      { name: 'webhooks', description: 'Addresses that receive events, authenticated by an API key' },
      { name: 'usage', description: 'Balance and charges, authenticated by an API key' },
      { name: 'languages', description: 'Languages and measured quality, authenticated by an API key' },
      { name: 'admin', description: 'Accounts, credits, and API keys, authenticated by the admin token' },
    ],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The admin token of the service' },
      },
      schemas: schemas.toJSON(),
      parameters: requestParameters,
      headers: headerComponents,
    },
  };
}

const describeBriefly = ({ name, title }: Operation): string => `- \`${name}\`: ${title}`;
