import type { Browser, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { KeyboardUser } from '../../pages/keyboard-user.ts';
import { createAccount, invitePerson } from '../../stage/invite-person.ts';

const password = 'four words in a row';

/** Accepts an invitation by keyboard. */
async function accept(page: Page, link: string, name: string): Promise<KeyboardUser> {
  const keyboard = new KeyboardUser(page);
  await page.goto(link);
  await keyboard.reach('Your name');
  await page.keyboard.type(name);
  await keyboard.reach('New password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  return keyboard;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

/** Opens a page in another person's browser. */
async function openElsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

test('invites a person by keyboard only, who sets up an authenticator app and signs in with it', async ({
  page,
  browser,
  stage,
}) => {
  const owner = await accept(page, await invitePerson(stage, 'boss@shop.example', 'owner'), 'A boss');
  await owner.press('Settings');
  await owner.press('People');
  await expect(page.getByRole('cell', { name: 'boss@shop.example' })).toBeVisible();
  await owner.press('Invite a person');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await page.keyboard.type('analyst@shop.example');
  expect(await faultsInAllViews(page, 'people')).toEqual([]);
  await page.keyboard.press('Enter');
  const link = await page.getByRole('textbox', { name: 'One-time link' }).inputValue();
  expect(new URL(link).origin).toBe(stage.serviceUrl);
  await owner.press(/^I have copied/, 'Space');
  await owner.press('Done');
  await expect(page.getByRole('row', { name: /analyst@shop.example.*Link works until/ })).toBeVisible();
  expect(await faultsInAllViews(page, 'people-invite')).toEqual([]);

  const other = await openElsewhere(browser);
  const analyst = await accept(other, link, 'An analyst');
  // A used link reveals nothing and signs nobody in.
  const thief = await openElsewhere(browser);
  await thief.goto(link);
  await expect(thief.getByText('This link was used.')).toBeVisible();
  await thief.context().close();

  await analyst.press(/Your account$/);
  await analyst.press('Name, password, sessions');
  await expect(other.getByRole('heading', { name: 'Your account' })).toBeVisible();
  expect(await faultsInAllViews(other, 'people-link')).toEqual([]);
  await analyst.press('Set up an authenticator app');
  await analyst.press('Show the code to scan');
  await expect(other.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const app = new TOTP({ secret: ((await other.locator('.copy.mono').textContent()) ?? '').trim() });
  expect(await faultsInAllViews(other, 'accept')).toEqual([]);
  await other.getByLabel('Code that the app shows').focus();
  await other.keyboard.type(app.generate());
  await other.keyboard.press('Enter');
  const codes = (await other.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split('\n');
  expect(codes).toHaveLength(10);
  await analyst.press(/^I have stored/, 'Space');
  await analyst.press('Done');
  await expect(other.getByText('10 codes left')).toBeVisible();
  expect(await faultsInAllViews(other, 'account')).toEqual([]);

  await signOut(other);
  await signIn(other, 'analyst@shop.example');
  await expect(other.getByLabel('Code')).toBeFocused();
  expect(await faultsInAllViews(other, 'app')).toEqual([]);
  // The code that confirmed the app cannot be used again, so the code of the next period is used early.
  await other.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }));
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  await signOut(other);
  await signIn(other, 'analyst@shop.example');
  await other.getByLabel('Code').fill(codes[0] ?? '');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  await other.goto(`${stage.serviceUrl}/admin/account`);
  await expect(other.getByText('9 codes left')).toBeVisible();

  // A changed role takes effect at the next request, and a session ended by an owner is over.
  await page.reload();
  await page.getByRole('button', { name: 'Manage: An analyst' }).click();
  await page.getByRole('radio', { name: /^Developer/ }).check();
  expect(await faultsInAllViews(page, 'codes')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /An analyst.*Developer/ })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Manage: An analyst' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Sign them out' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await other.getByRole('link', { name: 'Workflows', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  expect(await faultsInAllViews(other, 'account-done')).toEqual([]);

  // The phone is lost: after the owner resets the second step, the password is enough to sign in.
  await page.getByRole('button', { name: 'Manage: An analyst' }).click();
  await page.getByRole('button', { name: 'Reset the second step' }).click();
  await page.getByRole('button', { name: 'Reset it' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await signIn(other, 'analyst@shop.example');
  await expect(other.getByRole('heading', { name: 'Sign in again' })).toBeHidden();
  await other.context().close();
});

test('adds a passkey and signs in with the passkey only', async ({ page, stage }) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const keyboard = await accept(
    page,
    await invitePerson(stage, 'keys@shop.example', 'support'),
    'A supporter',
  );
  await keyboard.press(/Your account$/);
  await keyboard.press('Name, password, sessions');
  await keyboard.press('Add a passkey');
  await expect(page.getByRole('textbox', { name: 'Name' }).last()).toBeFocused();
  await page.keyboard.type('My laptop');
  expect(await faultsInAllViews(page, 'passkey-dialog')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Recovery codes' })).toBeVisible();
  await keyboard.press(/^I have stored/, 'Space');
  await keyboard.press('Done');
  await expect(page.getByText('My laptop')).toBeVisible();
  expect(await faultsInAllViews(page, 'passkeys')).toEqual([]);

  await signOut(page);
  await keyboard.press('Sign in with a passkey');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();

  // The password is no longer enough.
  await signOut(page);
  await signIn(page, 'keys@shop.example');
  await expect(page.getByText('Use your passkey to continue.')).toBeVisible();
  expect(await faultsInAllViews(page, 'second-step')).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();

  // A device that does not verify its person signs nobody in.
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('The passkey was not used.')).toBeVisible();
});

test('shows the account that another tab has chosen before it changes anything', async ({
  page,
  context,
  stage,
}) => {
  const email = 'both@shop.example';
  const second = await createAccount(stage, 'Second shop');
  await accept(page, await invitePerson(stage, email, 'owner'), 'A person of both');
  await page.goto(await invitePerson(stage, email, 'owner', second));
  await page.getByRole('button', { name: 'I already sign in here' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('colleague@shop.example');
  const other = await context.newPage();
  await other.goto(`${stage.serviceUrl}/admin/runs`);
  await expect(other.getByRole('button', { name: 'Your account' })).toContainText('Second shop');
  await other.getByRole('button', { name: 'Your account' }).click();
  await other.getByRole('combobox', { name: 'Account' }).selectOption('Harbour Outfitters');
  await expect(other.getByRole('button', { name: 'Your account' })).toContainText('Harbour Outfitters');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Your account' })).toContainText('Harbour Outfitters');
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'colleague@shop.example' })).toHaveCount(0);
});
