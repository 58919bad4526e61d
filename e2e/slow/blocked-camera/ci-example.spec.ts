import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../../fixtures.ts';
import { workflowOf } from '../../stage/stage.ts';

const example = fileURLToPath(new URL('../../../examples/ci/', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules/@playwright', import.meta.url));

test('reaches each expected outcome in the example for continuous integration', {
  tag: ['@DHOOK-28'],
}, async ({ stage }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vo-ci-'));
  try {
    copyFileSync(join(example, 'walk.mjs'), join(folder, 'walk.mjs'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(modules, join(folder, 'node_modules', '@playwright'));
    const { stdout } = await promisify(execFile)(process.execPath, ['walk.mjs'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CHROMIUM_PATH: process.env.CHROMIUM_PATH,
        ORCHESTRATION_URL: stage.serviceUrl,
        ORCHESTRATION_API_KEY: stage.apiKey,
        WORKFLOW_ID: workflowOf(stage, 'document').id,
      },
    });
    expect(stdout.trim().split('\n')).toEqual(['sandbox-approved: APPROVED', 'sandbox-declined: DECLINED']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
