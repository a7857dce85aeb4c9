import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { DashboardTest } from './dashboard-test.ts';
import { describeAccounts } from './suites/describe-accounts.ts';
import { describeBatches } from './suites/describe-batches.ts';
import { describeEveryView } from './suites/describe-every-view.ts';
import { describeExplanations } from './suites/describe-explanations.ts';
import { describeFiles } from './suites/describe-files.ts';
import { describeInputs } from './suites/describe-inputs.ts';
import { describePdfPages } from './suites/describe-pdf-pages.ts';
import { describePlayground } from './suites/describe-playground.ts';
import { describeRightToLeft } from './suites/describe-right-to-left.ts';
import { describeSearch } from './suites/describe-search.ts';
import { describeSignIn } from './suites/describe-sign-in.ts';
import { describeSystem } from './suites/describe-system.ts';
import { describeViews } from './suites/describe-views.ts';
import { describeWebhooks } from './suites/describe-webhooks.ts';

// One file, since a service and a browser per file take longer than its tests.
const dashboard = new DashboardTest();
beforeAll(() => dashboard.start());
afterAll(() => dashboard.stop());

describeFiles(dashboard);

describe.skipIf(isBrowserMissing())('in a browser', () => {
  afterEach(() => dashboard.closePages());

  describeSignIn(dashboard);
  describeEveryView(dashboard);
  describePlayground(dashboard);
  describeInputs(dashboard);
  describeExplanations(dashboard);
  describePdfPages(dashboard);
  describeBatches(dashboard);
  describeRightToLeft(dashboard);
  describeSearch(dashboard);
  describeViews(dashboard);
  describeAccounts(dashboard);
  describeSystem(dashboard);
  // Last, since it sets the clock of the service forward.
  describeWebhooks(dashboard);
});
