/** Who may import whom. The table in ARCHITECTURE.md says it in words; this file makes the build fail otherwise. */
const pkg = (name) => `^packages/${name}/`;
const ours = '^(packages|e2e|bench)/';

/** A package with all its folders, of which tests, training and gallery may import specimens besides. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: ours, pathNot: [...allowed, pkg('specimens')] },
});

/**
 * One rule for each folder of a package: it may import itself and the named folders and files of its package, and nothing
 * else there. A folder that is not named here may import everything: such files join the parts.
 */
const rooms = (name, table) =>
  Object.entries(table).map(([room, allowed]) => ({
    name: `${name}-${room}`,
    severity: 'error',
    from: { path: `${pkg(name)}src/${room}/`, pathNot: '\\.test\\.tsx?$' },
    to: {
      path: `${pkg(name)}src/`,
      pathNot: [room, ...allowed].map((place) => `${pkg(name)}src/${place.replace('.', '\\.')}(/|$)`),
    },
  }));

/** A folder that computes with what it is given: of libraries and of Node it may import only what is named. */
const noLibraries = (name, room, allowed) => ({
  name: `${name}-${room}-libraries`,
  severity: 'error',
  from: { path: `${pkg(name)}src/${room}/`, pathNot: '\\.test\\.tsx?$' },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'core'],
    pathNot: ['^packages/', ...allowed.map((library) => `(^|node_modules/)${library}(/|$)`)],
  },
});

/**
 * The first half of the SDK: what the welcome screen needs, and the problem screen with it. It is there before anything else
 * and may wait for nothing else; what comes later is imported later (packages/sdk/ARCHITECTURE.md, "Two halves").
 */
const firstHalf = [
  'shell\\.ts$',
  'config/',
  'i18n/',
  'mount/(?!trap-focus)',
  'api/(client-address|contradiction|failure-of|farewell|guards|request|retry|time-limit|to-json)\\.ts$',
  'flow/(flow-state|progress-of|welcome-flow)\\.ts$',
  'session/(attempt|browser-clock|choice-memory|first-screen|in-time|load-patiently|scattered-pause|service-failure)\\.ts$',
  'theme/(adopt-styles|default-theme|load-theme|style-sheet)\\.ts$',
  'ui/(app|current-screen|dismiss|index|language-context|room|screen-order)\\.tsx?$',
  'ui/screens/(leaving|problem|welcome)\\.tsx$',
  'ui/parts/(button|header|heading|icon|icon-button|icons|page|points|progress-bar|status-mark|take-focus|welcome-drawing)\\.tsx?$',
].map((place) => `${pkg('sdk')}src/${place}`);

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      // What was built need not be there yet; who may import it is a rule of its own.
      to: { couldNotResolve: true, pathNot: ['^virtual:', '(^|/)dist/'] },
    },
    {
      // The packages find each other's source by name; a path into what was built would go around every rule here.
      name: 'nothing-imports-what-was-built',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '(^|/)dist/', pathNot: 'node_modules' },
    },
    only('contract-imports-nothing', pkg('contract'), [pkg('contract')]),
    only('vision-imports-nothing', pkg('vision'), [pkg('vision')]),
    only('specimens-import-nothing', pkg('specimens'), []),
    only('sdk-imports', pkg('sdk'), [pkg('sdk'), pkg('contract'), pkg('vision')]),
    only('checks-imports', pkg('checks'), [pkg('checks'), pkg('contract'), pkg('vision')]),
    only('service-imports', pkg('service'), [pkg('service'), pkg('contract'), pkg('checks')]),
    only('demo-imports', pkg('demo'), [pkg('demo')]),
    only('e2e-imports', '^e2e/', ['^e2e/']),
    // What is measured is what is shipped: beside the checks by name, the built files of two packages.
    only('bench-imports', '^bench/', [
      '^bench/',
      pkg('checks'),
      `${pkg('service')}dist/`,
      `${pkg('vision')}dist/`,
    ]),
    {
      name: 'specimens-are-for-tests',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: ['^packages/specimens/', '\\.test\\.tsx?$', '^packages/[^/]+/(training|gallery|slow)/'],
      },
      to: { path: pkg('specimens') },
    },
    {
      name: 'contract-reaches-the-sdk-as-types-only',
      severity: 'error',
      from: { path: `${pkg('sdk')}src/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: pkg('contract'), dependencyTypesNot: ['type-only'] },
    },
    ...rooms('sdk', {
      flow: ['events'],
      events: [],
      i18n: [],
      theme: [],
      config: ['i18n', 'theme'],
      session: ['flow', 'events'],
      api: ['session', 'flow', 'config', 'hand-off/ports.ts', 'popup/ports.ts', 'hosted/ports.ts'],
      'hand-off': [
        'api',
        'config',
        'flow',
        'popup/storable-look.ts',
        'preflight/scope.ts',
        'session',
        'theme/hand-off-style-sheet.ts',
        'ui',
      ],
      popup: ['api', 'config', 'events', 'flow/screen.ts', 'session', 'open-flow.ts'],
      hosted: [
        'api',
        'config',
        'events',
        'session',
        'fetch-module.ts',
        'open-flow.ts',
        'shell.ts',
        'start-nonces.ts',
        'version.ts',
      ],
      capture: ['session', 'flow'],
      device: ['api', 'session'],
      // Tries the same as the flow: a worker as the analysis makes it, and reading back a drawing.
      preflight: ['session/ports.ts', 'capture/analysis/trusted-script-url.ts', 'capture/reads-canvas.ts'],
      ui: ['session', 'flow', 'i18n', 'theme', 'preflight', 'mount/focused-element.ts'],
      'time-limit': ['session', 'ui'],
      mount: ['config', 'theme'],
    }),
    noLibraries('sdk', 'flow', []),
    {
      name: 'sdk-first-half-waits-for-nothing',
      severity: 'error',
      from: { path: firstHalf, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: `${pkg('sdk')}src/`,
        pathNot: [...firstHalf, '\\.css$'],
        dependencyTypesNot: ['type-only', 'type-import', 'dynamic-import'],
      },
    },
    {
      name: 'sdk-screens-are-apart',
      severity: 'error',
      from: { path: `${pkg('sdk')}src/ui/screens/([^/]+)\\.tsx$`, pathNot: '\\.test\\.' },
      to: { path: `${pkg('sdk')}src/ui/screens/`, pathNot: `${pkg('sdk')}src/ui/screens/$1\\.` },
    },
    ...rooms('service', {
      workflows: [],
      secrets: [],
      logging: ['clock.ts', 'unavailable.ts'],
      clocks: ['logging', 'clock.ts'],
      health: ['clocks', 'jobs', 'media', 'clock.ts', 'unavailable.ts'],
      openapi: [],
      outgoing: ['or-aborted.ts'],
      evaluations: ['clock.ts', 'watchlists'],
      watchlists: [],
      networks: [],
      registers: ['evaluations', 'outgoing'],
      media: ['secrets', 'clock.ts'],
      jobs: ['logging', 'clock.ts', 'or-aborted.ts'],
      access: ['accounts'],
      audit: ['access', 'accounts', 'logging', 'secrets', 'clock.ts'],
      webhooks: [
        'access',
        'accounts',
        'audit',
        'jobs',
        'outgoing',
        'secrets',
        'logging',
        'clock.ts',
        'refusal.ts',
      ],
      accounts: ['secrets', 'workflows', 'clock.ts'],
      executions: [
        'access',
        'audit',
        'accounts',
        'evaluations',
        'jobs',
        'media',
        'networks',
        'registers',
        'secrets',
        'watchlists',
        'workflows',
        'clock.ts',
        'faults.ts',
        'refusal.ts',
      ],
      popups: ['executions', 'hand-offs', 'secrets', 'refusal.ts'],
      'hand-offs': ['executions', 'secrets', 'refusal.ts'],
      retention: ['access', 'media', 'clock.ts'],
      hosted: [],
      'sdk-releases': [],
      backups: [
        'db',
        'executions',
        'media',
        'secrets',
        'webhooks',
        'clock.ts',
        'environment.ts',
        'service-version.ts',
      ],
      cli: [
        'access',
        'audit',
        'accounts',
        'backups',
        'clocks',
        'db',
        'evaluations',
        'executions',
        'media',
        'outgoing',
        'retention',
        'sdk-releases',
        'secrets',
        'watchlists',
        'webhooks',
        'workflows',
        'clock.ts',
        'environment.ts',
        'json-depth.ts',
        'noted-proxies.ts',
        'noted-settings.ts',
        'refusal.ts',
        'setting-fault.ts',
        'setting-lookalikes.ts',
        'unavailable.ts',
        'usable-settings.ts',
      ],
      http: ['access', 'accounts', 'executions', 'clock.ts', 'faults.ts', 'json-depth.ts', 'refusal.ts'],
      routes: [
        'executions',
        'hand-offs',
        'hosted',
        'http',
        'media/upload-check.ts',
        'openapi',
        'popups',
        'sdk-releases',
        'webhooks',
        'refusal.ts',
      ],
      db: [
        'access',
        'audit',
        'accounts',
        'clocks',
        'executions',
        'hand-offs',
        'jobs',
        'popups',
        'retention',
        'secrets',
        'webhooks',
        'workflows',
        'clock.ts',
      ],
    }),
    {
      // Whatever goes out goes through the guard: where it may connect, how long it takes, how much is read. Two files listen.
      // (`fetch` and its like are no imports: a lint rule of biome.json keeps them away.)
      name: 'service-reaches-out-by-one-client',
      severity: 'error',
      from: {
        path: `${pkg('service')}src/`,
        pathNot: [
          '\\.test\\.ts$',
          `${pkg('service')}src/outgoing/`,
          `${pkg('service')}src/(http|cli)/listen\\.ts$`,
        ],
      },
      to: {
        path: '^((node:)?(http|https|http2|net|tls|dgram|dns)(/|$))|(^|node_modules/)(undici|axios|got|ws|node-fetch)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    noLibraries('service', 'workflows', ['zod']),
    noLibraries('service', 'executions', ['(node:)?crypto']),
    ...rooms('checks', {
      image: [],
      mrz: [],
      name: ['mrz'],
      aml: [],
      search: ['aml', 'name'],
      fraud: [],
      'national-id': ['fraud'],
      aamva: [],
      barcode: [],
      card: ['document', 'image', 'name', 'ocr'],
      page: ['image'],
      document: ['aamva', 'barcode', 'image', 'mrz', 'name', 'page'],
      selfie: ['image', 'page'],
      video: [],
      ocr: [],
      file: ['image', 'ocr'],
      evidence: ['address', 'file', 'image'],
      address: ['file', 'image', 'name', 'ocr'],
    }),
  ],
  options: {
    // Scripts that were bundled to be run once.
    exclude: { path: '(^|/)\\.cache/' },
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'types', 'default', 'node'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
