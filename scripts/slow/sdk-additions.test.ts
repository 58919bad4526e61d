import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['contract', 'texts', 'ui', 'vision', 'sdk'];

describe('additions to the browser SDK', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'sdk-additions-'));

  beforeAll(() => {
    cpSync(join(root, 'tsconfig.base.json'), join(scratch, 'tsconfig.base.json'));
    symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
    for (const name of copied) {
      cpSync(join(root, 'packages', name), join(scratch, 'packages', name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !/[\\/](dist|slow)$/.test(path),
      });
    }
  });

  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** Changes one file of the copy and returns the files that no longer compile. */
  async function brokenBy(file: string, change: (text: string) => string): Promise<string[]> {
    const path = join(scratch, 'packages', file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, '-b', 'packages/sdk'], { cwd: scratch }, (_error, stdout) =>
        resolve(stdout),
      );
    });
    writeFileSync(path, before);
    return [...new Set([...output.matchAll(/^packages\/([^(]+)\(/gm)].map(([, name = '']) => name))].sort();
  }

  it('requires changes of three files and the hand-off texts for a new kind of step', async () => {
    const broken = await brokenBy('contract/src/client/client-state.ts', (text) =>
      text
        .replace(
          'export const clientStepSchema',
          "const bankStepSchema = z.object({ ...selfieStepSchema.shape, kind: z.literal('bank') });\n\nexport const clientStepSchema",
        )
        .replace("discriminatedUnion('kind', [", "discriminatedUnion('kind', [\n  bankStepSchema,"),
    );
    expect(broken).toEqual([
      'sdk/src/hand-off/hand-off-screen.tsx',
      'sdk/src/steps/capabilities.ts',
      'sdk/src/steps/known-steps.ts',
      'sdk/src/steps/step-flows.ts',
    ]);
  });

  it('requires only a change of the registry for a new language', async () => {
    const broken = await brokenBy('texts/src/languages.ts', (text) =>
      text.replace("'zh'] as const", "'zh', 'nl'] as const"),
    );
    expect(broken).toEqual(['texts/src/languages.ts']);
  });
});
