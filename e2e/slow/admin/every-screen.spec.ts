import type { Page } from '@playwright/test';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { type CrowdedAccount, crowdAccount, names } from '../../stage/crowded-account.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { type DatedService, startDatedService } from '../../stage/passing-days.ts';
import { watchPage } from '../../watch-page.ts';

let service: DatedService;
let account: CrowdedAccount;
let page: Page;
let offences: string[];
const faults: string[] = [];
const password = 'four words in a row';

/** Checks the current screen in all views. */
async function checkView(name: string): Promise<void> {
  for (const fault of await faultsInAllViews(page, name, { crowding: true }))
    faults.push(`${name}: ${fault}`);
}

async function open(path: string): Promise<void> {
  await page.goto(`${service.serviceUrl}/admin${path}`);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const close = () => page.keyboard.press('Escape');

test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ browser }) => {
  service = await startDatedService();
  account = await crowdAccount(service);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  offences = await watchPage(page, [service.serviceUrl]);
  await page.goto(await invitePerson(service, names.email, 'owner', account.id));
  await page.getByLabel('Your name').fill(names.owner);
  await page.getByLabel('New password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
});
test.afterAll(async () => {
  await page?.context().close();
  await service?.close();
});

const sets = {
  'the list of runs': checkRuns,
  'a run': checkOneRun,
  workflows: checkWorkflows,
  settings: checkSettings,
  branding: checkBranding,
  'invitation, sign-in and account': checkAccount,
};
for (const [what, checkAll] of Object.entries(sets))
  test(`shows ${what} without clipping, with long and Arabic names, narrow and dark`, async () => {
    faults.length = 0;
    await checkAll();
    expect(faults).toEqual([]);
    expect(offences).toEqual([]);
  });

async function checkRuns(): Promise<void> {
  await open('/runs?mode=test');
  await expect(page.getByRole('row')).toHaveCount(5);
  await checkView('runs-long');
  await press('Your account');
  await checkView('person-menu');
  await close();
  await press(/^Workflow$/);
  await expect(page.getByRole('button', { name: names.arabicWorkflow })).toBeVisible();
  await checkView('runs-workflow-picker');
  await press(names.arabicWorkflow);
  await expect(page.getByRole('row')).toHaveCount(4);
  await checkView('runs-filtered');
  await open('/runs?mode=test&status=EXPIRED');
  await expect(page.getByRole('heading', { name: 'No run matches these filters' })).toBeVisible();
  await checkView('runs-none');
  await page.getByLabel('Find by').selectOption('user-id');
  await page.getByLabel('Value').fill(names.key);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/runs with this user id/)).toBeVisible();
  await checkView('runs-found');
  await press(/^Actions for run/);
  await checkView('runs-menu');
}

async function checkOneRun(): Promise<void> {
  await open(`/runs/${account.licenceRun}`);
  await expect(page.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await press(/^Decline$/);
  await page.getByLabel('Comment').fill(names.comment);
  await checkView('run-deciding');
  await press('Save: declined');
  await expect(page.getByText('Your decision is saved: Declined.')).toBeVisible();
  await page.getByText('Audit trail').click();
  await checkView('run-long');
  await press('Reveal personal data');
  await page.getByLabel('Reason').fill(names.comment);
  await checkView('run-reveal');
  await press(/^Reveal$/);
  await expect(page.getByRole('img', { name: 'Barcode in the picture' })).toBeVisible();
  const folded = page.locator('details:not([open]) > summary');
  while ((await folded.count()) > 0) await folded.first().click();
  await checkView('run-revealed');
  await open(`/runs/${account.purgedRun}`);
  await checkView('run-purged');
  await open('/runs/00000000-0000-4000-8000-000000000000');
  await checkView('not-found');
}

async function checkSettings(): Promise<void> {
  await open('/settings/keys');
  await checkView('keys-long');
  await press(/^Create a key$/);
  await page.getByLabel('Name', { exact: true }).fill(names.key);
  await checkView('key-create');
  await close();
  await press(/^Revoke:/);
  await checkView('key-revoke');
  await close();
  await open('/settings/webhooks');
  await checkView('webhooks-long');
  await page.getByRole('link', { name: /orchestrierung/ }).click();
  await expect(page.getByRole('heading', { name: /orchestrierung/ })).toBeVisible();
  await checkView('webhook-long');
  await open('/settings/people');
  await checkView('people-long');
  await press(/^Manage:/);
  await checkView('person-dialog');
  await close();
  await open('/settings/retention');
  await checkView('retention-long');
  await open('/settings/disposals?mode=test');
  await checkView('disposals-long');
  await open('/settings/audit');
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible();
  await checkView('audit-long');
  await page
    .getByRole('link', { name: /^Only acts by/ })
    .first()
    .click();
  await page.getByLabel('Id of the subject').fill(names.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not an id.')).toBeVisible();
  await checkView('audit-filtered');
  await open('/settings/audit?to=2000-01-01');
  await expect(page.getByRole('heading', { name: 'No event matches these filters' })).toBeVisible();
  await checkView('audit-none');
  await open('/settings/lists');
  await expect(page.getByText('gesperrte-versicherungsnehmer')).toBeVisible();
  await checkView('lists-long');
}

async function checkBranding(): Promise<void> {
  await open('/settings/branding');
  await page.getByLabel('Font').fill('Bundesversicherungs Grotesk Condensed Semibold');
  await page.getByLabel('Name', { exact: true }).fill(names.owner);
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Begin' })).toBeVisible();
  await checkView('branding-long');
}

async function checkWorkflows(): Promise<void> {
  await open('/workflows');
  await checkView('workflows-long');
  await press('New workflow');
  await checkView('workflow-new');
  await close();
  await open(`/workflows/${account.workflowId}`);
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  const [from, to] = await page.locator('.compare select').all();
  await from?.selectOption('1');
  await to?.selectOption('3');
  await expect(page.locator('.diff')).toBeVisible();
  await checkView('workflow-long');
  await press(/^Identity document/);
  await checkView('workflow-step');
  await press('Rename');
  await checkView('workflow-rename');
  await close();
  await press('Share link');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkView('workflow-share');
  await close();
  const json = page.getByRole('textbox', { name: 'JSON', exact: true });
  await json.fill(
    (await json.inputValue()).replaceAll('"mail"', '"erreichbarkeitspruefung-der-mailadresse"'),
  );
  await press(/^Publish$/);
  await checkView('workflow-publish');
  await close();
}

async function checkAccount(): Promise<void> {
  const invited = await invitePerson(service, `second.${names.email}`, 'analyst', account.id);
  const own = page;
  page = await (await own.context().browser()!.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.goto(invited);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await checkView('invitation');
  await page.goto('about:blank');
  await page.goto(`${invited.slice(0, -6)}xxxxxx`);
  await expect(page.getByRole('alert')).toBeVisible();
  await checkView('link-not-known');
  await page.context().close();
  page = own;
  await open('/account');
  await checkView('account-long');
  await press('Your account');
  await press(/^Sign out$/);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(names.email);
  await page.getByLabel('Password').fill('not this one at all');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await checkView('sign-in-refused');
}
