export interface BoundaryRule {
  /** Files the rule speaks of, by path from the root. */
  readonly from: RegExp;
  readonly except?: RegExp;
  /** Imports (resolved paths or package names) these files may not have. */
  readonly import?: RegExp;
  /** Source text these files may not contain. */
  readonly text?: RegExp;
  readonly why: string;
}

/** The direction of dependence of ARCHITECTURE.md, as data. */
export const boundaryRules: readonly BoundaryRule[] = [
  {
    from: /^packages\/engines\//,
    import: /^(apps|packages\/(sdk|cli))\//,
    why: 'engines import nothing of the server or its clients',
  },
  {
    from: /^packages\/engines\//,
    text: /process\.env|Date\.now\(|new Date\(\)/,
    why: 'engines read no environment and no clock; both are handed in',
  },
  {
    from: /^packages\/sdk\//,
    import: /^(?!packages\/sdk\/)/,
    why: 'the SDK has no dependencies',
  },
  {
    from: /^packages\/cli\//,
    import: /^(apps\/|packages\/engines\/)/,
    why: 'the command line talks to the service through the SDK alone',
  },
  {
    from: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/config\.ts$/,
    text: /process\.env/,
    why: 'config.ts is the only reader of the environment',
  },
  {
    from: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/storage\//,
    import: /^(pg|node:sqlite)$/,
    why: 'storage is the only place with SQL',
  },
  {
    from: /^apps\/server\/src\/storage\//,
    import: /^apps\/server\/src\/(http|operations|keys|credits|limits|main)/,
    why: 'storage lies lowest',
  },
  {
    from: /^apps\/server\/src\/(keys|credits|limits)\//,
    import: /^apps\/server\/src\/(http|operations|main)/,
    why: 'no layer calls back up',
  },
  {
    from: /^apps\/server\/src\/operations\//,
    import: /^apps\/server\/src\/(http|main)/,
    why: 'operations know no transport',
  },
  {
    from: /^apps\/server\/src\/operations\/[^/]+\//,
    import: /^apps\/server\/src\/(credits|keys|limits|storage)\//,
    why: 'only the runner touches credits, keys and limits',
  },
  {
    from: /^apps\/server\/src\/operations\/[^/]+\//,
    import: /^apps\/server\/src\/operations\/(run-|registry|request-fingerprint|engine-errors)[^/]*\.ts$/,
    why: 'an operation knows nothing of the runner or the registry',
  },
  ...['summarize', 'map', 'extract-entities', 'sentiment', 'ocr', 'scrape'].map((own) => ({
    from: new RegExp(`^apps/server/src/operations/${own}/`),
    import: new RegExp(`^apps/server/src/operations/(?!${own}/)[^/]+/`),
    why: 'operations never import each other; what two share moves down into an engine',
  })),
];
