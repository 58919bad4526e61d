// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import {
  type AdminAuditEvent,
  adminAuditEventSchema,
  adminAuditExportSchema,
  adminAuditPageSchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followAddress, navigate } from '../../routing.ts';
import { sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { AuditScreen } from './audit-screen.tsx';

const runId = '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c55';
const event = (change: Partial<AdminAuditEvent> = {}): AdminAuditEvent =>
  adminAuditEventSchema.parse({
    seq: 7,
    at: '2026-11-27T09:00:00.000Z',
    by: { kind: 'person', id: 'ada', name: 'Ada' },
    act: 'execution.decide',
    subject: { kind: 'execution', id: runId, name: null },
    mode: 'test',
    changes: { status: ['REVIEW', 'APPROVED'] },
    address: '192.0.2.1',
    ...change,
  });
let service: ReturnType<typeof stubService>;
let pages: { events: AdminAuditEvent[]; next: string | null }[];
let unfollow: () => void;
const addressBefore = location.href;

beforeEach(() => {
  pages = [];
  service = stubService({
    'GET audit': () => adminAuditPageSchema.parse(pages.shift() ?? { events: [], next: null }),
  });
  unfollow = followAddress();
  navigate('/settings/audit');
  signInWith('audit.read', 'key.read', 'person.read', 'endpoint.read');
});
afterEach(() => {
  unfollow();
  cleanup();
  navigate('/');
  history.replaceState(null, '', addressBefore);
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  document.querySelector('title')?.remove();
});

function signInWith(...acts: string[]): void {
  sessionState.value = { kind: 'in', session: exampleSession({ role: 'owner', acts }) };
}

describe('audit trail screen', () => {
  it('says who did what to which subject, and what changed', async () => {
    pages = [{ events: [event()], next: null }];
    render(<AuditScreen />);
    const row = await screen.findByRole('row', { name: /Decided a run/ });
    for (const text of ['Ada', '192.0.2.1', 'Test', 'Status: In review → Approved'])
      expect(row.textContent).toContain(text);
    expect(screen.getByRole('link', { name: '…2f6d1c55' }).getAttribute('href')).toBe(`/admin/runs/${runId}`);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Time',
      'Who',
      'What',
      'On',
      'Details',
    ]);
    screen.getByText('1 event shown');
  });

  it.each([
    ['workflow', 'Onboarding', '/admin/workflows/s'],
    ['workflow', null, null],
    ['key', 'Till', '/admin/settings/keys'],
    ['endpoint', 'https://shop.example/hooks', '/admin/settings/webhooks/s'],
    ['endpoint', null, null],
    ['person', 'Grace', '/admin/settings/people'],
    ['delivery', null, null],
    ['account', null, null],
  ])('links a %s named %s to %s', async (kind, name, to) => {
    pages = [{ events: [event({ subject: { kind, id: 's', name } })], next: null }];
    render(<AuditScreen />);
    await screen.findByRole('table');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.filter((link) => !link?.startsWith('/admin/settings/audit'))).toEqual(
      to === null ? [] : [to],
    );
  });

  it.each([
    [{ kind: 'system', id: 'workflow', name: null }, 'The service'],
    [{ kind: 'key', id: 'k', name: 'Till' }, 'API key Till'],
    [{ kind: 'operator', id: 'root', name: 'root' }, 'Operator root'],
    [{ kind: 'link', id: 'c', name: null }, 'Signed link'],
    [{ kind: 'stranger', id: '', name: null }, 'Caller without a key'],
  ])('names the actor %o', async (by, name) => {
    pages = [{ events: [event({ by })], next: null }];
    render(<AuditScreen />);
    await screen.findByText(name);
  });

  it.each([
    [{ kind: 'system', id: 'purge-replay', name: null }, ['Only acts by The service (purge replay)']],
    [{ kind: 'operator', id: 'josé maría', name: 'josé maría' }, []],
    [{ kind: 'stranger', id: '', name: null }, []],
  ])('offers the acts of %o only if a filter can name it', async (by, links) => {
    pages = [{ events: [event({ by, subject: null })], next: null }];
    render(<AuditScreen />);
    await screen.findByRole('table');
    const found = screen.queryAllByRole('link', { name: /^Only acts by/ });
    expect(found.map((link) => link.getAttribute('aria-label'))).toEqual(links);
  });

  it('shows words of an act that it does not know', async () => {
    pages = [{ events: [event({ act: 'door.open-wide' })], next: null }];
    render(<AuditScreen />);
    await screen.findByText('Door open wide');
  });

  it('adds a page without losing the focus, and ends with a note', async () => {
    pages = [
      { events: [event()], next: '5.6' },
      { events: [event({ seq: 6, act: 'key.create' })], next: '5.5' },
      { events: [event({ seq: 5, act: 'key.revoke' })], next: null },
    ];
    render(<AuditScreen />);
    const more = await screen.findByRole('button', { name: 'Show more' });
    more.focus();
    fireEvent.click(more);
    await screen.findByText('Created a key', { selector: 'td' });
    expect(document.activeElement).toBe(more);
    fireEvent.click(more);
    const end = await screen.findByText('There are no older events.');
    await waitFor(() => expect(document.activeElement).toBe(end));
    screen.getByText('3 events shown');
  });

  it('skips pages without a match, and offers to search further back', async () => {
    pages = Array.from({ length: 10 }, (_, page) => ({ events: [], next: `0.${100 - page}` }));
    pages.push({ events: [event()], next: null });
    render(<AuditScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Search further back' }));
    await screen.findByText('Decided a run', { selector: 'td' });
    expect(service.calls.filter(({ name }) => name === 'GET audit')).toHaveLength(11);
  });

  it('shows no events of earlier filters beside a failure, and reads no further in them', async () => {
    pages = [{ events: [event()], next: '5.6' }];
    render(<AuditScreen />);
    await screen.findByRole('button', { name: 'Show more' });
    service.replies['GET audit'] = () => service.refuse(500, 'INTERNAL_ERROR');
    fireEvent.change(screen.getByRole('combobox', { name: 'Act' }), { target: { value: 'key.create' } });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await screen.findByText('The audit trail could not be loaded');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('focuses the end of the trail if a further search finds nothing', async () => {
    pages = Array.from({ length: 10 }, (_, page) => ({ events: [], next: `0.${100 - page}` }));
    render(<AuditScreen />);
    const further = await screen.findByRole('button', { name: 'Search further back' });
    further.focus();
    fireEvent.click(further);
    const end = await screen.findByText('There are no older events.');
    await waitFor(() => expect(document.activeElement).toBe(end));
  });

  it('puts filters into the address, and takes the focus of a link that disappears', async () => {
    pages = [
      { events: [event()], next: null },
      { events: [event()], next: null },
    ];
    render(<AuditScreen />);
    const only = await screen.findByRole('link', { name: 'Only acts by Ada' });
    only.focus();
    fireEvent.click(only);
    await screen.findByRole('button', { name: 'By Ada: Show acts by everybody' });
    expect(location.search).toBe('?actor=ada');
    const act = screen.getByRole('combobox', { name: 'Act' });
    await waitFor(() => expect(document.activeElement).toBe(act));
    fireEvent.change(act, { target: { value: 'execution.decide' } });
    expect(location.search).toBe('?act=execution.decide&actor=ada');
    await screen.findByText('No event matches these filters');
    screen.getByRole('button', { name: 'By Ada: Show acts by everybody' });
    fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(location.search).toBe('');
  });

  it('accepts only ids as subject, so that nothing personal becomes part of the address', async () => {
    render(<AuditScreen />);
    const field = await screen.findByLabelText('Id of the subject');
    for (const [typed, search] of [
      ['anna@example.com', ''],
      ['493090182012', ''],
      [` ${runId} `, `?subject=${runId}`],
    ] as const) {
      fireEvent.input(field, { target: { value: typed } });
      fireEvent.keyDown(field, { key: 'Enter' });
      expect(location.search).toBe(search);
      expect(field.getAttribute('aria-invalid')).toBe(String(search === ''));
    }
  });

  it('exports the filtered events, and says if older ones were left out', async () => {
    const csv = vi.fn((_file: Blob) => 'blob:csv');
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override readonly createObjectURL = csv;
        static override readonly revokeObjectURL = () => {};
      },
    );
    service.replies['GET audit/export'] = () =>
      adminAuditExportSchema.parse({ csv: 'position\r\n', rows: 10_000, isCut: true });
    pages = [{ events: [event()], next: null }];
    render(<AuditScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    await screen.findByText(/^The file has the newest 10,000 events\. Older ones were left out/);
    expect(csv.mock.calls[0]?.[0].type).toBe('text/csv');
  });

  it('says that an export is empty although older events may match', async () => {
    service.replies['GET audit/export'] = () =>
      adminAuditExportSchema.parse({ csv: 'position\r\n', rows: 0, isCut: true });
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override readonly createObjectURL = () => 'blob:csv';
        static override readonly revokeObjectURL = () => {};
      },
    );
    pages = [{ events: [event()], next: null }];
    render(<AuditScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    await screen.findByText(/^The file is empty: none of the newest events matches/);
  });

  it('says what the person does not see, and why the list is empty', async () => {
    sessionState.value = {
      kind: 'in',
      session: exampleSession({ role: 'manager', acts: ['audit.read'], modes: ['test'] }),
    };
    render(<AuditScreen />);
    await screen.findByText('Nothing was recorded yet');
    screen.getByText(/Your role may not see acts on people and API keys. You see no acts on live data.$/);
    cleanup();
    signInWith();
    render(<AuditScreen />);
    expect(screen.getByRole('alert').textContent).toContain('Your role may not see the audit trail.');
  });

  it('explains a failure, and loads again', async () => {
    service.replies['GET audit'] = () => service.refuse(500, 'INTERNAL_ERROR');
    render(<AuditScreen />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    screen.getByText('The audit trail could not be loaded');
    service.replies['GET audit'] = () => adminAuditPageSchema.parse({ events: [event()], next: null });
    fireEvent.click(retry);
    await screen.findByText('Decided a run', { selector: 'td' });
  });
});
