import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { importWorkflow } from '../../stage/import-workflow.ts';

const deviceWorkflow = {
  start: 'device',
  nodes: { device: { kind: 'device', next: 'end' }, end: { kind: 'end' } },
};

/** Records the requests of the device report: first the code, then the service. */
function recordRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [name] = /report-device|client\/device$/.exec(request.url()) ?? [];
    if (name && request.method() !== 'OPTIONS') asked.push(name);
  });
  return asked;
}

test('detects an automated browser, and continues the flow', {
  tag: ['@S1-18', '@S2.3-50'],
}, async ({ stage, shop, flow, page, readExecution }) => {
  const workflowId = await importWorkflow(stage, 'Device', deviceWorkflow);
  const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId, inputs: { user_id: 'driven' } }),
  });
  const { data } = await reply.json();
  expect(data.requiresClientInit).toBe(true);

  const asked = recordRequests(page);
  await shop.open();
  const reportRequest = page.waitForRequest(
    (request) => request.url().endsWith('/client/device') && request.method() === 'POST',
  );
  await shop.start({ token: data.token });
  const report = (await reportRequest).postDataJSON();
  await flow.button('Done').click();
  await expect(flow.root).toHaveCount(0);
  expect(await shop.sdkEvents()).toEqual(['opened', 'completed failed', 'closed']);
  expect(asked).toEqual(['report-device', 'client/device']);

  expect(report).toMatchObject({
    userAgent: await page.evaluate(() => navigator.userAgent),
    timeZone: await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    automation: { webdriver: true, replaced: [] },
  });
  const { status, checks } = await readExecution(data.executionId);
  expect(status).toBe('DECLINED');
  expect(checks).toMatchObject([{ checkType: 'FRAUD_API', status: 'DECLINED' }]);
  const detail = String(checks?.[0]?.statusDetail);
  expect(detail).toContain('DEVICE: DEVICE_AUTOMATED');
  // Playwright drives a complete browser, so its facts do not contradict each other.
  expect(detail).not.toMatch(/_DIFFERS|_MISSING|_IMPOSSIBLE|_REPLACED|_HIDDEN/);
});

test('loads and reports nothing if no check uses the device', { tag: ['@DREQ-45'] }, async ({
  shop,
  flow,
  page,
}) => {
  const asked = recordRequests(page);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  expect(asked).toEqual([]);
});
