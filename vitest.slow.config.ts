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

/** `npm run slow`: what takes seconds, not milliseconds. */
export default defineConfig({
  test: {
    tags: statementTags(),
    // For what hangs: what computes for a minute may take five beside others.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    projects: [
      {
        // How well pictures are read: computes and nothing else, so that its files run side by side.
        extends: true,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: 'accuracy',
          include: accuracy,
          pool: 'threads',
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Every screen in a browser that is told its size, pictures as a page judges them, stories of the service under a clock
        // of their own, and files that are judged by rules and limits of CPU time: nothing there depends on how long it takes.
        extends: true,
        test: {
          name: 'side-by-side',
          include: sideBySide,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The built service (it needs `dist/`) and the browser as processes of their own: two at a time, since each mostly
        // waits for another.
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
        // Processes whose memory, time or machine is measured or changed.
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
