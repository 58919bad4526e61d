// Completes the whole verification in a browser without a camera, as users of the sandbox, and exits with 0 if each had the
// expected result. Replace the page below by your own, which only has to start the flow for a given user.
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';

const { ORCHESTRATION_URL, ORCHESTRATION_API_KEY, WORKFLOW_ID, CHROMIUM_PATH } = process.env;
if (!ORCHESTRATION_API_KEY?.startsWith('vo_test_'))
  throw new Error('ORCHESTRATION_API_KEY must be a test key.');
const api = `${ORCHESTRATION_URL}/orchestration-api/v1`;
const headers = { 'x-api-key': ORCHESTRATION_API_KEY, 'content-type': 'application/json' };

/** Users of the sandbox, and the expected final status of their executions. */
const expected = { 'sandbox-approved': 'APPROVED', 'sandbox-declined': 'DECLINED' };

async function call(path, options) {
  const reply = await fetch(`${api}/${path}`, { headers, ...options });
  const { data, code, detail } = await reply.json();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${code} ${detail}`);
  return data;
}

/** Starts an execution, as your backend does. */
const start = (userId) =>
  call('init-workflow', {
    method: 'POST',
    body: JSON.stringify({ workflowId: WORKFLOW_ID, inputs: { user_id: userId } }),
  });

/** Stands in for your page. */
const page = `<!doctype html><html lang="en"><title>A page</title>
<script src="${ORCHESTRATION_URL}/sdk/v1/vendor-orchestration.js"></script>`;
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://localhost:${server.address().port}/`;

const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox'] });
try {
  for (const [userId, status] of Object.entries(expected)) {
    const { executionId, token } = await start(userId);
    const tab = await browser.newPage();
    tab.setDefaultTimeout(60_000);
    await tab.goto(origin);
    await tab.evaluate((given) => VendorOrchestration.start(given), { token, language: 'en' });
    const flow = tab.getByRole('dialog', { name: 'Identity check' });
    await flow.getByRole('button', { name: 'Begin' }).click();
    await flow.getByRole('button', { name: /^Passport/ }).click();
    await flow.getByRole('button', { name: 'Open the camera' }).click();
    // The sandbox's drawn camera takes the picture automatically.
    await flow.getByRole('button', { name: 'Use this picture' }).click();
    await flow
      .getByRole('button', { name: 'Done' })
      .or(flow.getByRole('button', { name: 'Close' }).last())
      .waitFor();
    const reached = await endOf(executionId);
    console.log(`${userId}: ${reached}`);
    if (reached !== status) throw new Error(`${userId} came to ${reached}, not to ${status}.`);
    await tab.close();
  }
} finally {
  await browser.close();
  server.close();
}

/** Polls for the final status, which your webhook would report. */
async function endOf(executionId) {
  for (let tries = 0; tries < 120; tries += 1) {
    const { status } = await call(`workflow-execution/${executionId}`);
    if (status !== 'PENDING') return status;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${executionId} did not end.`);
}
