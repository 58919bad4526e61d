import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { statementTags } from './scripts/specification.mjs';

const conditions = ['source', 'module', 'node', 'development|production', 'import', 'default'];
const accuracy = ['packages/{vision,checks}/slow/**/*.test.ts', 'lab/specimens/slow/**/*.test.ts'];
const sideBySide = [
  'packages/sdk/slow/{pages,screens}-*.test.ts',
  'packages/sdk/slow/{chosen-pictures,cut-out-documents,held-askew,held-letters,see-face}.test.ts',
  'packages/sdk/slow/{jest,many-flows}.test.ts',
  'packages/service/slow/{any-order,hostile-pdfs,real-walks,sandbox}.test.ts',
];

/** Test files that need a PostgreSQL server: `npm run test:postgres` starts one. */
const withServer = process.env.TEST_POSTGRES_URL === undefined ? ['packages/**/*.postgres.test.ts'] : [];

const alone = [
  'packages/service/slow/{decoder-process,hostile-machine,hostile-uploads,large-manifest}.test.ts',
  'packages/service/slow/{letters-memory,operate-page,watchlists}.test.ts',
];

/** The slow suites (`npm run slow`): tests that take seconds, not milliseconds. */
export default defineConfig({
  test: {
    tags: statementTags(),
    experimental: { fsModuleCache: true },
    // Ends only tests that hang: a computation of a minute may take five beside others.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    projects: [
      {
        // Accuracy on pictures. Tests only compute, so their files run in parallel and share modules, whose models take seconds to
        // load.
        extends: true,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: 'accuracy',
          include: accuracy,
          pool: 'threads',
          isolate: false,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Screens in a browser of fixed size, pictures judged as by a page, scenarios of the service with a fake clock, and
        // files judged by rules and CPU limits. None depends on elapsed time, so files run in parallel.
        extends: true,
        test: {
          name: 'side-by-side',
          include: sideBySide,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The built service (needs `dist/`) and the browser as separate processes: two files at a time, because each mostly
        // waits for another process.
        extends: true,
        test: {
          name: 'processes',
          include: ['{packages/*,scripts}/slow/**/*.test.ts'],
          exclude: [...accuracy, ...sideBySide, ...alone, ...withServer],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Processes whose memory, time or machine is measured or changed, one file at a time.
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
