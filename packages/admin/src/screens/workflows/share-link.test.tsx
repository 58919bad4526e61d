// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import {
  type AdminLinkForm,
  adminLinkFormSchema,
  adminShareLinkRequestSchema,
  adminShareLinkSchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mode, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { ShareLink } from './share-link.tsx';

const id = '0d0b6a52-15f5-4fd1-8c25-5b4f5d0f4e11';
const link = adminShareLinkSchema.parse({
  executionId: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c55',
  url: 'https://verify.example/flow#a-secret',
  expiresAt: '2026-12-04T09:00:00.000Z',
});
const plain = { maxLength: null, pattern: null, hint: 'A hint.' };
const form: AdminLinkForm = adminLinkFormSchema.parse({
  isActive: true,
  asksUser: true,
  fields: [
    { ...plain, name: 'user_id', isRequired: false, kind: 'text' },
    { ...plain, name: 'email', isRequired: true, kind: 'email' },
    { ...plain, name: 'cpf', isRequired: true, kind: 'text', pattern: '^\\d+$' },
    { ...plain, name: 'transaction_amount', isRequired: false, kind: 'number' },
  ],
});

let service: ReturnType<typeof stubService>;
let shown: AdminLinkForm;

beforeEach(() => {
  shown = form;
  mode.value = 'test';
  service = stubService({
    [`GET workflows/${id}/link-form`]: () => shown,
    [`POST workflows/${id}/links`]: (body) => adminShareLinkRequestSchema.parse(body) && link,
  });
  signIn(exampleSession({ acts: ['execution.start'] }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  mode.value = 'live';
});

const signIn = (session: ReturnType<typeof exampleSession>) => {
  sessionState.value = { kind: 'in', session };
};
const open = () => render(<ShareLink workflowId={id} onClose={() => {}} />);
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const submit = () =>
  fireEvent.submit(screen.getByRole('button', { name: 'Create the link' }).closest('form')!);

describe('share link dialog', () => {
  it('asks for the inputs of the workflow and shows the link once, as text and QR code', async () => {
    open();
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    expect([email.type, email.required]).toEqual(['email', true]);
    expect(screen.getByLabelText<HTMLInputElement>('Cpf').pattern).toBe('^\\d+$');
    type('Email', ' ada@example.com ');
    type('Cpf', '12');
    type('Transaction amount (optional)', '12.50');
    fireEvent.change(screen.getByLabelText('The link expires after'), { target: { value: '86400' } });
    submit();
    const shownLink = await screen.findByLabelText<HTMLInputElement>('Link');
    expect(shownLink.value).toBe(link.url);
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeDefined();
    expect(service.bodyOf(`POST workflows/${id}/links`)).toEqual({
      mode: 'test',
      inputs: { email: 'ada@example.com', cpf: '12', transaction_amount: 12.5 },
      expiresIn: 86_400,
    });
    // Neither the secret nor the typed values become part of the address.
    expect(location.href).not.toMatch(/secret|ada/);
  });

  it('shows a refused input at its field and keeps the typed values', async () => {
    service.replies[`POST workflows/${id}/links`] = () =>
      service.refuse(400, 'INVALID_INPUT_FORMAT', '', {
        errors: [{ pointer: '/inputs/email', code: 'INVALID_INPUT_FORMAT', detail: 'must be an address' }],
      });
    open();
    await screen.findByLabelText('Email');
    type('Email', '<b>x</b>');
    submit();
    await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('<b>x</b>');
    expect(screen.getAllByText(/must be an address/)).not.toEqual([]);
  });

  it('offers only modes in which the person may start runs', async () => {
    mode.value = 'live';
    signIn(exampleSession({ acts: ['execution.start'], testActs: ['execution.start'] }));
    open();
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('radio')).toBeNull();
    type('Email', 'ada@example.com');
    submit();
    await screen.findByLabelText('Link');
    expect(service.bodyOf(`POST workflows/${id}/links`)).toMatchObject({ mode: 'test' });
  });

  it('creates no link for an inactive workflow', async () => {
    shown = { ...form, isActive: false };
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('Activate it first');
    expect(screen.queryByRole('button', { name: 'Create the link' })).toBeNull();
  });

  it('explains that a workflow asks the user for nothing', async () => {
    shown = { ...form, asksUser: false };
    open();
    expect(await screen.findByText(/asks the user for nothing/)).toBeDefined();
  });
});
