// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import {
  type AdminKey,
  adminCreatedKeySchema,
  adminKeyListSchema,
  adminKeyRequestSchema,
  adminKeyRotationRequestSchema,
  adminRotatedKeySchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mode, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { KeysScreen } from './keys-screen.tsx';

const workflowId = '0d0b6a52-15f5-4fd1-8c25-5b4f5d0f4e11';
const entry: AdminKey = {
  id: 'abcdefghijkl',
  mode: 'live',
  purpose: 'executions',
  name: 'Checkout backend',
  workflowIds: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const secret = 'vo_test_abcdefghijklsecret';

let service: ReturnType<typeof stubService>;
let listed: AdminKey[];

beforeEach(() => {
  listed = [entry];
  service = stubService({
    'GET keys': () => adminKeyListSchema.parse({ keys: listed }),
    'GET workflows': () => ({
      workflows: [
        {
          id: workflowId,
          name: 'Know your customer',
          active: true,
          version: 1,
          createdAt: entry.createdAt,
          hasDraft: false,
        },
      ],
    }),
  });
  signInWith('key.read', 'key.create', 'key.revoke', 'workflow.read');
  mode.value = 'test';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  mode.value = 'live';
  document.querySelector('title')?.remove();
});

function signInWith(...acts: string[]) {
  sessionState.value = { kind: 'in', session: exampleSession({ acts }) };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('API keys screen', () => {
  it('creates a key for chosen workflows and shows it once', async () => {
    service.replies['POST keys'] = (body) => {
      const { mode, purpose, name, workflowIds } = adminKeyRequestSchema.parse(body);
      const created = { ...entry, mode, purpose, name, workflowIds: workflowIds ?? null };
      listed = [created];
      return adminCreatedKeySchema.parse({ key: secret, entry: created });
    };
    render(<KeysScreen />);
    await press('Create a key');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: ' Staging ' } });
    fireEvent.click(await screen.findByLabelText('Only these'));
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create the key' });
    await waitFor(() => expect(submit.disabled).toBe(true));
    fireEvent.click(screen.getByLabelText('Know your customer'));
    await waitFor(() => expect(submit.disabled).toBe(false));
    fireEvent.click(submit);
    expect((await screen.findByLabelText<HTMLInputElement>('API key')).value).toBe(secret);
    expect(service.bodyOf('POST keys')).toEqual({
      mode: 'test',
      purpose: 'executions',
      name: 'Staging',
      workflowIds: [workflowId],
      expiresAt: null,
    });
    const done = await screen.findByRole<HTMLButtonElement>('button', { name: 'Done' });
    expect(done.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('I have stored the key in a safe place'));
    await waitFor(() => expect(done.disabled).toBe(false));
    fireEvent.click(done);
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    expect(document.body.innerHTML).not.toContain(secret);
    await screen.findByText('Staging');
  });

  it('asks for no workflows when creating a key for webhooks', async () => {
    service.replies['POST keys'] = () => ({ key: secret, entry });
    render(<KeysScreen />);
    await press('Create a key');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Deployment' } });
    fireEvent.click(await screen.findByLabelText('Only these'));
    fireEvent.click(screen.getByLabelText(/Manage webhooks/));
    await waitFor(() => expect(screen.queryByLabelText('Only these')).toBeNull());
    await press('Create the key');
    await screen.findByLabelText('API key');
    expect(service.bodyOf('POST keys')).toMatchObject({ purpose: 'webhooks', workflowIds: null });
  });

  it('rotates a key while the previous one stays valid', async () => {
    service.replies[`POST keys/${entry.id}/rotate`] = () => ({ key: secret, entry });
    render(<KeysScreen />);
    await press('Rotate: Checkout backend');
    fireEvent.change(screen.getByLabelText('The current key works for'), { target: { value: '168' } });
    await press('Create the new key');
    await screen.findByLabelText('API key');
    const body = service.bodyOf(`POST keys/${entry.id}/rotate`);
    expect(adminKeyRotationRequestSchema.parse(body)).toEqual({ overlapHours: 168 });
  });

  it('shows when the new key ends, and which earlier replacements were revoked or are in use', async () => {
    const [revoked, used] = ['revokedkeyid', 'workingkeyid'];
    let expiresAt: string | null = null;
    service.replies[`POST keys/${entry.id}/rotate`] = () =>
      adminRotatedKeySchema.parse({
        key: secret,
        entry: { ...entry, expiresAt },
        revokedIds: [revoked],
        workingIds: [used],
      });
    const { unmount } = render(<KeysScreen />);
    await press('Rotate: Checkout backend');
    await press('Create the new key');
    await screen.findByText('It never ends.');
    screen.getByText(/never used, and now revoked: revokedkeyid\./);
    screen.getByText(/and used: workingkeyid\./);
    unmount();
    expiresAt = '2126-01-01T00:00:00.000Z';
    render(<KeysScreen />);
    await press('Rotate: Checkout backend');
    await press('Create the new key');
    expect((await screen.findByText(/^It ends/)).querySelector('time')?.dateTime).toBe(expiresAt);
  });

  it('revokes a key only after explaining what stops working', async () => {
    service.replies[`DELETE keys/${entry.id}`] = () => {
      listed = [{ ...entry, revokedAt: '2026-02-01T00:00:00.000Z' }];
      return { revokedAt: '2026-02-01T00:00:00.000Z' };
    };
    render(<KeysScreen />);
    await press('Revoke: Checkout backend');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/can no longer start, read or decide live runs/);
    dialog.getByText(/It was never used/);
    expect(service.calls.some(({ name }) => name.startsWith('DELETE'))).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke the key' }));
    fireEvent.click(await screen.findByLabelText('Show 1 expired or revoked'));
    await screen.findByText('Revoked');
    expect(screen.queryByRole('button', { name: /^(Rotate|Revoke)/ })).toBeNull();
  });

  it('says why a key could not be created, and keeps the typed values', async () => {
    service.replies['POST keys'] = () => service.refuse(403, 'FORBIDDEN', 'Your role may not do that.');
    render(<KeysScreen />);
    await press('Create a key');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
    await press('Create the key');
    expect((await screen.findByRole('alert')).textContent).toContain('Your role may not do that.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
  });

  it('asks for the password if it was entered too long ago, then creates the key', async () => {
    let isConfirmed = false;
    service.replies['POST keys'] = () =>
      isConfirmed ? { key: secret, entry } : service.refuse(403, 'AUTHENTICATION_TOO_OLD');
    service.replies['POST session/confirm'] = (body) => {
      isConfirmed = (body as { password: string }).password === 'a password';
      return isConfirmed ? {} : service.refuse(401, 'UNAUTHORIZED', 'The password is wrong.');
    };
    render(<KeysScreen />);
    await press('Create a key');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
    await press('Create the key');
    const password = await screen.findByLabelText(/Enter your password/);
    fireEvent.input(password, { target: { value: 'wrong' } });
    fireEvent.keyDown(password, { key: 'Enter' });
    await screen.findByText('The password is wrong.');
    fireEvent.input(password, { target: { value: 'a password' } });
    await press('Confirm and continue');
    expect((await screen.findByLabelText<HTMLInputElement>('API key')).value).toBe(secret);
    expect(service.bodyOf('POST keys')).toMatchObject({ name: 'Mine' });
  });

  it('offers no actions on keys to read-only roles, and nothing to others', async () => {
    signInWith('key.read');
    const { unmount } = render(<KeysScreen />);
    await screen.findByText('Checkout backend');
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    signInWith();
    service.calls.length = 0;
    render(<KeysScreen />);
    screen.getByText(/Your role may not see API keys/);
    expect(service.calls).toEqual([]);
  });

  it('shows the stored name of a key as text', async () => {
    listed = [{ ...entry, name: '<img src=x>' }];
    render(<KeysScreen />);
    await screen.findByText('<img src=x>');
    expect(document.querySelector('img')).toBeNull();
  });
});
