import type { ApiKey } from '@quern/sdk';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';

/** Returns the names of the operations that a key may use. */
export const describeScopes = (scopes: ApiKey['scopes']): string =>
  scopes.includes('*') ? t('keys.allOperations') : scopes.map(operationTitle).join(', ');
