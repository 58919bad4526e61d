import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { FlowPage } from '../pages/flow-page.ts';
import type { HostPage } from '../stage/host-page.ts';
import { currentStage } from '../stage/stage.ts';
import { dialogLibraries, dialogPage } from './dialog-page.ts';
import { makeProject, run } from './integrator-project.ts';
import { serveBundle } from './serve-bundle.ts';

let host: HostPage;

// One worker, so that the page is built only once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const project = await makeProject(dialogPage);
  await run(project, 'vite', ['build']);
  host = await serveBundle(currentStage().serviceUrl, join(project, 'out'), {
    script: 'module',
    withoutPolicy: true,
  });
});
test.afterAll(() => host.close());

/** Opens the dialog of a library and presses the button that starts the flow. */
async function startInDialog(page: Page, properties: Record<string, unknown>) {
  await page.goto(host.url);
  await page.waitForFunction(() => 'show' in globalThis);
  await page.evaluate(
    (given) => (globalThis as unknown as { show(_: unknown): void }).show(given),
    properties,
  );
  await page.locator('#before').click();
  const verify = page.locator('#verify');
  await verify.focus();
  await verify.press('Enter');
  const flow = new FlowPage(page);
  await flow.button('Begin').waitFor();
  return { flow, verify };
}

/**
 * Returns the id of the focused element, or `flow` within the flow, after a dialog's focus guards had three frames to move it.
 */
const focusedPart = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
    const active = document.activeElement;
    return active?.hasAttribute('data-vendor-orchestration') ? 'flow' : active?.id || active?.tagName;
  });

/** Presses the Tab key a number of times and returns where the focus was after each press. */
async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab', times: number) {
  const parts: unknown[] = [];
  for (let i = 0; i < times; i += 1) {
    await page.keyboard.press(key);
    parts.push(await focusedPart(page));
  }
  return parts;
}

const outside = ['before', 'after'];

for (const library of dialogLibraries) {
  for (const renderingMode of ['fullscreen', 'inline'] as const) {
    test(`${library}: keeps the page's dialog open while a flow started ${renderingMode} in it receives keys and clicks`, async ({
      context,
      stage,
      startExecution,
    }) => {
      const page = await context.newPage();
      const { token } = await startExecution('document');
      const configuration = { token, baseUrl: stage.serviceUrl, renderingMode, containerId: 'flow' };
      const { flow, verify } = await startInDialog(page, { library, configuration });
      const isOverlay = renderingMode === 'fullscreen';
      const question = flow.root.getByRole('alertdialog');

      await flow.button('Begin').click();
      await expect(flow.heading).toHaveText('Which document do you have with you?');
      await expect(verify).toBeVisible();
      await flow.heading.click();

      await page.keyboard.press('Escape');
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(verify).toBeVisible();

      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const parts = await tabThrough(page, key, 12);
        if (isOverlay) expect(new Set(parts)).toEqual(new Set(['flow']));
        else {
          expect(parts).toContain('flow');
          expect(parts.filter((part) => outside.includes(part as string))).toEqual([]);
        }
        await flow.heading.focus();
      }

      await flow.closeButton.click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(flow.root).toHaveCount(0);
      await expect(verify).toBeFocused();
      const parts = await tabThrough(page, 'Tab', 8);
      expect(parts).toContain('done');
      expect(parts.filter((part) => outside.includes(part as string))).toEqual([]);
      await verify.focus();
      await page.keyboard.press('Escape');
      await expect(verify).toHaveCount(0);
    });
  }

  test(`${library}: keeps the page's dialog open while the flow is in a popup`, async ({
    context,
    stage,
    startExecution,
  }) => {
    const page = await context.newPage();
    const { token } = await startExecution('document');
    const configuration = { token, baseUrl: stage.serviceUrl, renderingMode: 'popup' };
    const opened = context.waitForEvent('page', (other) => other !== page);
    await page.goto(host.url);
    await page.waitForFunction(() => 'show' in globalThis);
    await page.evaluate((given) => (globalThis as unknown as { show(_: unknown): void }).show(given), {
      library,
      configuration,
    });
    await page.locator('#before').click();
    const verify = page.locator('#verify');
    await verify.click();
    const window = await opened;
    const flow = new FlowPage(window);
    await flow.button('Begin').click();
    await flow.closeButton.click();
    await flow.root.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(verify).toBeVisible();
    await page.bringToFront();
    await verify.focus();
    await page.keyboard.press('Escape');
    await expect(verify).toHaveCount(0);
  });
}

test('radix: delivers keys and clicks to the flow if the page itself already tells its dialog to ignore them', async ({
  context,
  stage,
  startExecution,
}) => {
  const page = await context.newPage();
  const { token } = await startExecution('document');
  const configuration = { token, baseUrl: stage.serviceUrl };
  const { flow, verify } = await startInDialog(page, { library: 'radix', configuration, optOut: true });
  await flow.button('Begin').click();
  await page.keyboard.press('Escape');
  await expect(flow.root.getByRole('alertdialog')).toBeVisible();
  await expect(verify).toBeVisible();
});
