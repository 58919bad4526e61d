import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { FlowPage } from '../pages/flow-page.ts';
import { watchPage } from '../watch-page.ts';
import { bundlers } from './bundlers.ts';
import { makeProject, run } from './integrator-project.ts';
import { serveBundle } from './serve-bundle.ts';

/** Returns the text of all scripts in a folder. */
async function textOf(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

for (const bundler of bundlers) {
  test(`completes the flow in a bundle of ${bundler.name} under the policy of the README`, async ({
    context,
    stage,
    startExecution,
  }) => {
    const project = await makeProject(bundler);
    const [command, ...args] = bundler.command;
    await run(project, command, args);
    const folder = join(project, 'out');
    expect(await textOf(folder), 'the bundle knows where it was made').not.toContain(project);

    const host = await serveBundle(stage.serviceUrl, folder, bundler);
    const page = await context.newPage();
    const offences = await watchPage(page, [new URL(host.url).origin, stage.serviceUrl]);
    const scripts: string[] = [];
    page.on('request', (request) => {
      // The worker's requests are checked below.
      const url = request.url();
      if (request.resourceType() === 'script' && !url.startsWith('blob:')) scripts.push(url);
    });
    await page.goto(host.url);
    await page.waitForFunction(() => 'startVerification' in globalThis);
    const scriptsAtFirst = scripts.length;

    const { token } = await startExecution('document');
    // Only the token names the service.
    await page.evaluate((given) => startVerification(given), { token, language: 'en' });
    const flow = new FlowPage(page);
    const worker = page.waitForEvent('worker');
    await flow.chooseDocument('Passport');
    await flow.awaitAutoCapture();

    expect((await worker).url()).toMatch(/^blob:/);
    if (!bundler.isOneFile)
      expect(scripts.length, 'what comes later is loaded later').toBeGreaterThan(scriptsAtFirst + 3);
    expect(scripts.filter((url) => !url.startsWith(host.url))).toEqual([]);
    expect(offences).toEqual([]);
    host.close();
  });
}
