import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { KeyboardUser } from '../../pages/keyboard-user.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { startDatedService } from '../../stage/passing-days.ts';
import { watchPage } from '../../watch-page.ts';

const password = 'four words in a row';

test('purges on time by the retention set in the panel, as run page, API and disposals show', async ({
  browser,
  stage,
}) => {
  const dated = await startDatedService();
  const page = await browser.newPage();
  const offences = await watchPage(page, [dated.serviceUrl]);
  const keyboard = new KeyboardUser(page);
  const { serviceUrl, apiKey } = dated;
  const api = async (path: string, body?: unknown) => {
    const reply = await fetch(`${serviceUrl}/orchestration-api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await reply.json()).data;
  };
  try {
    const inputs = { user_id: 'journey', email: 'hire@example.com', phone_number: '+44 7400 123456' };
    const workflowId = dated.workflows['E-mail and phone'];
    const { executionId } = await api('init-workflow', { workflowId, inputs });
    const read = () => api(`workflow-execution/${executionId}`);
    await expect.poll(async () => (await read()).status).not.toBe('PENDING');

    await page.goto(
      await invitePerson({ ...stage, serviceUrl, dataDir: dated.dataDir }, 'owner@shop.example', 'owner'),
    );
    await keyboard.reach('Your name');
    await page.keyboard.type('An owner');
    await keyboard.reach('New password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Settings' }).click();
    await keyboard.press('Retention');
    await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
    expect(await faultsInAllViews(page, 'retention')).toEqual([]);
    await keyboard.press('Change: Test data');
    await expect(page.getByRole('radio', { name: /^For a number of days/ })).toBeFocused();
    await page.keyboard.press('Space');
    await keyboard.reach('Days');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2');
    await expect(page.getByText('No run becomes due at once.')).toBeVisible();
    expect(await faultsInAllViews(page, 'retention-dialog')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Removed 2 days after a run has ended.')).toBeVisible();

    const open = async (path: string) => {
      await page.goto(`${serviceUrl}/admin${path}`);
      const mail = page.getByLabel('E-mail');
      const shown = page.getByRole('navigation').first();
      await expect(mail.or(shown)).toBeVisible();
      if (!(await mail.isVisible())) return;
      await mail.fill('owner@shop.example');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await expect(shown).toBeVisible();
    };
    await dated.pass(1);
    expect((await read()).dataPurgedAt).toBeNull();
    await dated.pass(1.1);
    await expect.poll(async () => (await read()).dataPurgedAt).not.toBeNull();
    const { dataPurgedAt, email } = await read();
    expect(email ?? null).toBeNull();

    await open(`/runs/${executionId}`);
    await expect(page.locator(`time[datetime="${dataPurgedAt}"]`).first()).toBeVisible();
    await open('/settings/disposals?mode=test');
    await expect(page.getByRole('link', { name: executionId })).toBeVisible();
    await expect(page.getByText('Retention time was over')).toBeVisible();
    expect(await faultsInAllViews(page, 'disposals')).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('utf8')).toContain(`${executionId},test,`);

    await keyboard.press('Lists');
    await expect(page.getByText('There is no list of people')).toBeVisible();
    expect(await faultsInAllViews(page, 'lists')).toEqual([]);
    expect(offences).toEqual([]);
  } finally {
    await page.close();
    await dated.close();
  }
});
