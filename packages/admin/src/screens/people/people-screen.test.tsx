// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import {
  type AdminPerson,
  adminConfirmRequestSchema,
  adminInvitedSchema,
  adminInviteRequestSchema,
  adminPeopleSchema,
  adminPersonChangeSchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { PeopleScreen } from './people-screen.tsx';

const owner: AdminPerson = {
  id: '0d0b6a52-15f5-4fd1-8c25-5b4f5d0f4e11',
  name: 'An owner',
  email: 'owner@shop.example',
  role: 'owner',
  modes: ['live', 'test'],
  pictures: true,
  state: 'member',
  since: '2026-01-01T00:00:00.000Z',
  invitedUntil: null,
  lastSignInAt: '2026-01-02T00:00:00.000Z',
  secondStep: true,
};
const guest: AdminPerson = {
  ...owner,
  id: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c55',
  name: '',
  email: 'guest@shop.example',
  role: 'auditor',
  modes: ['test'],
  pictures: false,
  state: 'invited',
  invitedUntil: '2020-01-01T00:00:00.000Z',
  lastSignInAt: null,
  secondStep: false,
};
const link = 'https://verify.shop.example/admin/invitation#secret';

let service: ReturnType<typeof stubService>;
let listed: AdminPerson[];

beforeEach(() => {
  listed = [owner, guest];
  const session = exampleSession({
    pictures: true,
    acts: ['person.read', 'person.invite', 'person.change', 'person.remove', 'account.second-step'],
  });
  service = stubService({
    'GET people': () => adminPeopleSchema.parse({ people: listed, requiresSecondStep: false }),
    'GET session': () => session,
    'POST people/invitations': () =>
      adminInvitedSchema.parse({ id: guest.id, link, expiresAt: '2030-01-01T00:00:00.000Z' }),
  });
  sessionState.value = { kind: 'in', session };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  document.querySelector('title')?.remove();
});

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('people screen', () => {
  it('offers neither a role change nor removal for the only owner, and says why', async () => {
    render(<PeopleScreen />);
    await press('Manage: An owner');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Analyst/ }).disabled).toBe(true);
    expect(screen.getByText(/^This is the only owner/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove from the account' })).toBeNull();
  });

  it('changes the role of an owner if there is another owner', async () => {
    listed = [owner, { ...guest, role: 'owner', state: 'member', name: 'Another' }];
    service.replies[`PATCH people/${owner.id}`] = (body) => adminPersonChangeSchema.parse(body);
    render(<PeopleScreen />);
    await press('Manage: An owner');
    fireEvent.click(screen.getByRole('radio', { name: /^Analyst/ }));
    await press('Save');
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    expect(service.bodyOf(`PATCH people/${owner.id}`)).toEqual({
      role: 'analyst',
      modes: ['live', 'test'],
      pictures: true,
    });
  });

  it('creates a new link for an expired invitation with the rights shown', async () => {
    render(<PeopleScreen />);
    expect(await screen.findByText('Invitation expired')).toBeTruthy();
    await press('New link: guest@shop.example');
    await press('Create the link');
    const field = await screen.findByLabelText<HTMLInputElement>('One-time link');
    expect(field.value).toBe(link);
    expect(adminInviteRequestSchema.parse(service.bodyOf('POST people/invitations'))).toEqual({
      email: guest.email,
      role: 'auditor',
      modes: ['test'],
      pictures: false,
    });
  });

  it('asks for the password again if it was entered too long ago, then invites', async () => {
    const invite = service.replies['POST people/invitations'];
    service.replies['POST people/invitations'] = () => service.refuse(403, 'AUTHENTICATION_TOO_OLD');
    service.replies['POST session/confirm'] = () => {
      if (invite) service.replies['POST people/invitations'] = invite;
      return {};
    };
    render(<PeopleScreen />);
    await press('Invite a person');
    fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: ' new@shop.example ' } });
    await press('Create the link');
    const again = await screen.findByLabelText(/^You signed in a while ago/);
    fireEvent.input(again, { target: { value: 'a password' } });
    await press('Confirm and continue');
    expect(await screen.findByLabelText('One-time link')).toBeTruthy();
    expect(service.bodyOf('POST people/invitations')).toMatchObject({ email: 'new@shop.example' });
  });

  it('asks for a code in addition to the password if the person has a second step', async () => {
    const invite = service.replies['POST people/invitations'];
    service.replies['POST people/invitations'] = () => service.refuse(403, 'AUTHENTICATION_TOO_OLD');
    service.replies['POST session/confirm'] = (body) => {
      if (!adminConfirmRequestSchema.parse(body).code)
        return service.refuse(400, 'INVALID_REQUEST_BODY', 'A code is needed.', {
          errors: [{ pointer: '/code', detail: 'is needed' }],
        });
      if (invite) service.replies['POST people/invitations'] = invite;
      return {};
    };
    render(<PeopleScreen />);
    await press('Invite a person');
    fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: 'new@shop.example' } });
    await press('Create the link');
    const again = await screen.findByLabelText(/^You signed in a while ago/);
    fireEvent.input(again, { target: { value: 'a password' } });
    await press('Confirm and continue');
    fireEvent.input(await screen.findByLabelText(/^Code of/), { target: { value: '123456' } });
    await press('Confirm and continue');
    expect(await screen.findByLabelText('One-time link')).toBeTruthy();
    expect(service.bodyOf('POST session/confirm')).toEqual({ password: 'a password', code: '123456' });
  });

  it('offers only rights to data that the signed-in or the edited person has', async () => {
    const acts = ['person.read', 'person.invite', 'person.change'] as const;
    const session = exampleSession({ acts: [...acts], modes: ['test'], pictures: false });
    sessionState.value = { kind: 'in', session };
    const boxes = () =>
      screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked, disabled }) => [checked, disabled]);
    render(<PeopleScreen />);
    await press('Invite a person');
    expect(boxes()).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ]);
    await press('Cancel');
    await press('Manage: An owner');
    expect(boxes()).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it('shows people without actions to read-only roles', async () => {
    sessionState.value = { kind: 'in', session: exampleSession({ acts: ['person.read'] }) };
    render(<PeopleScreen />);
    expect(await screen.findByText('An owner')).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
