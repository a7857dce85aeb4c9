export interface BoundaryRule {
  /** Files the rule speaks of, by path from the root. */
  readonly appliesTo: RegExp;
  readonly except?: RegExp;
  /** Imports (resolved paths or package names) these files may not have. */
  readonly forbiddenImport?: RegExp;
  /** Source text these files may not contain. */
  readonly forbiddenText?: RegExp;
  readonly reason: string;
}

/** The direction of dependence of ARCHITECTURE.md, as data. */
export const boundaryRules: readonly BoundaryRule[] = [
  {
    appliesTo: /^packages\/engines\//,
    forbiddenImport: /^(apps|packages\/(sdk|cli))\//,
    reason: 'engines import nothing of the server or its clients',
  },
  {
    appliesTo: /^packages\/engines\//,
    forbiddenText: /process\.env|Date\.now\(|new Date\(\)/,
    reason: 'engines read no environment and no clock; both are handed in',
  },
  {
    appliesTo: /^packages\/sdk\//,
    forbiddenImport: /^(?!packages\/sdk\/)/,
    reason: 'the SDK has no dependencies',
  },
  {
    appliesTo: /^packages\/cli\//,
    forbiddenImport: /^(apps\/|packages\/engines\/)/,
    reason: 'the command line talks to the service through the SDK alone',
  },
  {
    appliesTo: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/config\.ts$/,
    forbiddenText: /process\.env/,
    reason: 'config.ts is the only reader of the environment',
  },
  {
    appliesTo: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/storage\//,
    forbiddenImport: /^(pg|node:sqlite)$/,
    reason: 'storage is the only place with SQL',
  },
  {
    appliesTo: /^apps\/server\/src\/storage\//,
    forbiddenImport: /^apps\/server\/src\/(http|operations|keys|credits|limits|main)/,
    reason: 'storage lies lowest',
  },
  {
    appliesTo: /^apps\/server\/src\/(keys|credits|limits)\//,
    forbiddenImport: /^apps\/server\/src\/(http|operations|main)/,
    reason: 'no layer calls back up',
  },
  {
    appliesTo: /^apps\/server\/src\/operations\//,
    forbiddenImport: /^apps\/server\/src\/(http|main)/,
    reason: 'operations know no transport',
  },
  {
    appliesTo: /^apps\/server\/src\/operations\/[^/]+\//,
    forbiddenImport: /^apps\/server\/src\/(credits|keys|limits|storage)\//,
    reason: 'only the runner touches credits, keys and limits',
  },
  {
    appliesTo: /^apps\/server\/src\/operations\/[^/]+\//,
    forbiddenImport:
      /^apps\/server\/src\/operations\/(run-|registry|request-fingerprint|engine-errors)[^/]*\.ts$/,
    reason: 'an operation knows nothing of the runner or the registry',
  },
  ...['summarize', 'map', 'extract-entities', 'sentiment', 'ocr', 'scrape'].map((own) => ({
    appliesTo: new RegExp(`^apps/server/src/operations/${own}/`),
    forbiddenImport: new RegExp(`^apps/server/src/operations/(?!${own}/)[^/]+/`),
    reason: 'operations never import each other; what two share moves down into an engine',
  })),
];
