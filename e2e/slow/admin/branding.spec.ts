import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { startLink } from '../../stage/start-link.ts';

/** A logo with a script. The browser draws it, and only its pixels are kept. */
const hostileLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="500" onload="alert(1)">
  <script>document.title = 'taken'</script><rect width="3000" height="500" fill="#5b21b6"/></svg>`;

test('previews and saves a branding with enough contrast, and shows it on the page of a link', async ({
  page,
  stage,
  keyboard,
}) => {
  await page.goto(await invitePerson(stage, 'brand@shop.example', 'owner'));
  await keyboard.reach('Your name');
  await page.keyboard.type('An owner');
  await keyboard.reach('New password');
  await page.keyboard.type('four words in a row');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Branding' }).click();
  const flow = page.frameLocator('iframe');
  const begin = flow.getByRole('button', { name: 'Begin' });
  await expect(begin).toBeVisible();
  const name = await page.getByLabel('Name').inputValue();
  const logoBefore = page.getByText('No logo');
  await expect(logoBefore).toBeVisible();
  expect(await faultsInAllViews(page, 'branding')).toEqual([]);

  const accent = page.getByRole('textbox', { name: 'Accent' }).first();
  await accent.fill('#ffd200');
  // In the light scheme, the text on the accent, and the accent on its backgrounds.
  await expect(page.getByText('Fails')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(await faultsInAllViews(page, 'branding-failing')).toEqual([]);
  await accent.fill('#5b21b6');
  await expect(page.getByText('Fails')).toHaveCount(0);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(hostileLogo) });
  await expect(page.getByAltText('The logo')).toBeVisible();
  await expect(begin).toHaveCSS('background-color', 'rgb(91, 33, 182)');
  await expect(flow.locator('img').first()).toBeVisible();

  await page.getByLabel('Language').selectOption('ar');
  await expect(flow.locator('[dir=rtl]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByLabel('Screen').selectOption('result');
  await expect(flow.getByRole('heading').first()).toBeVisible();
  await page.getByLabel('Language').selectOption('en');
  await page.getByLabel('Screen').selectOption('welcome');
  await begin.click();
  await expect(flow.getByText('Passport')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Pages opened')).toBeVisible();

  const { redirectUrl } = await startLink(stage);
  await page.goto(redirectUrl);
  const beginOfLink = page.getByRole('button', { name: 'Begin' });
  await expect(beginOfLink).toHaveCSS('background-color', 'rgb(91, 33, 182)');
  await expect(page.locator('img.on-light[src^="data:image/png"]')).toBeVisible();

  // Restores the branding for other journeys.
  await page.goto(`${stage.serviceUrl}/admin/settings/branding`);
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByRole('button', { name: 'Back to the default: Accent, Light' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No logo')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(name);
});
