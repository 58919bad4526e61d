import { addressLetter, hostilePdf, hostilePdfKinds, letterPdf } from '@vendor/specimens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenEvaluator } from '../src/evaluations/open-evaluator.ts';
import { hostilePdfs } from './hostile-pdfs.ts';

const files = [
  ...hostilePdfKinds.map((kind) => ({ name: kind, write: () => hostilePdf(kind) })),
  ...hostilePdfs,
];
const letter = addressLetter('en', new Date('2031-03-01T10:00:00Z'));

let opened: OpenEvaluator;
beforeAll(async () => {
  // Imported from the build, because processes run compiled workers.
  const entry = new URL('../dist/evaluations/open-evaluator.js', import.meta.url).href;
  const { openEvaluator } = (await import(entry)) as typeof import('../src/evaluations/open-evaluator.ts');
  opened = openEvaluator({ sizes: { processes: 1 } });
});
afterAll(() => opened.close());

/** Each file belongs to another session, so that none is throttled. */
let sessions = 0;
const clean = (file: Uint8Array) => {
  sessions += 1;
  const owner = { accountId: 'account', address: '192.0.2.1', sessionId: `session-${sessions}` };
  return opened.pictures.cleanFile(file, owner);
};

describe('PDFs that need excessive time or memory', () => {
  it.each(files)(
    'cleans or refuses a hostile PDF within limits, and then opens a letter: $name',
    async ({ write }) => {
      const cleaned = await clean(write());
      if (cleaned.kind === 'refused') expect(['UNREADABLE', 'TOO_MANY_PAGES']).toContain(cleaned.refusal);
      expect(await clean(await letterPdf(letter))).toMatchObject({ kind: 'clean' });
    },
  );
});
