// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import {
  type AdminKeptTime,
  adminDisposalListSchema,
  adminKeptTimeSchema,
  adminListsSchema,
  adminRetentionRequestSchema,
  adminRetentionSchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mode, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { DisposalsScreen } from './disposals-screen.tsx';
import { ListsScreen } from './lists-screen.tsx';
import { RetentionScreen } from './retention-screen.tsx';

const at = '2026-11-20T10:00:00.000Z';
const kept: AdminKeptTime = {
  mode: 'live',
  days: 30,
  due: { count: 0, capped: false },
  waits: false,
  firstPurgeAt: at,
};
let service: ReturnType<typeof stubService>;

beforeEach(() => {
  service = stubService({
    'GET retention': () =>
      adminRetentionSchema.parse({ kept: [kept, { ...kept, mode: 'test', days: null }] }),
    'POST retention/plan': (body) =>
      adminKeptTimeSchema.parse({ ...kept, ...(body as object), due: { count: 23, capped: false } }),
    'PUT retention': () => adminRetentionSchema.parse({ kept: [{ ...kept, days: 7 }] }),
  });
  signInWith('retention.read', 'retention.change', 'list.read');
  mode.value = 'live';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  document.querySelector('title')?.remove();
});

function signInWith(...acts: string[]): void {
  sessionState.value = { kind: 'in', session: exampleSession({ role: 'owner', acts }) };
}

describe('retention screen', () => {
  it('shows the effect of a shorter retention before it is saved, and sends the value seen', async () => {
    render(<RetentionScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Change: Live data' }));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    fireEvent.input(screen.getByLabelText('Days'), { target: { value: '7' } });
    await screen.findByText('23 runs become due at once.');
    fireEvent.click(screen.getByRole('button', { name: 'Remove earlier' }));
    await screen.findByText('Removed 7 days after a run has ended.');
    const sent = { mode: 'live', days: 7, before: 30 };
    expect(adminRetentionRequestSchema.parse(service.bodyOf('PUT retention'))).toEqual(sent);
  });

  it.each(['0', '-1', '1.5', '3651', '', '1e2'])('does not save "%s" days of retention', async (days) => {
    render(<RetentionScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Change: Live data' }));
    fireEvent.input(screen.getByLabelText('Days'), { target: { value: days } });
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  });

  it('asks for the password if it was entered too long ago, then saves the retention', async () => {
    let isRecent = false;
    service.replies['PUT retention'] = () =>
      isRecent ? { kept: [{ ...kept, days: 7 }] } : service.refuse(403, 'AUTHENTICATION_TOO_OLD');
    service.replies['POST session/confirm'] = () => {
      isRecent = true;
      return {};
    };
    render(<RetentionScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Change: Live data' }));
    fireEvent.input(screen.getByLabelText('Days'), { target: { value: '7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Remove earlier' }));
    const password = await screen.findByLabelText(
      'You signed in a while ago. Enter your password to continue.',
    );
    fireEvent.input(password, { target: { value: 'four words in a row' } });
    fireEvent.keyDown(password, { key: 'Enter' });
    await screen.findByText('Removed 7 days after a run has ended.');
  });

  it('names the command by which an operator confirms held purges', async () => {
    const held = { ...kept, due: { count: 1000, capped: true }, waits: true, firstPurgeAt: null };
    service.replies['GET retention'] = () => adminRetentionSchema.parse({ kept: [held] });
    signInWith('retention.read');
    render(<RetentionScreen />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      '1,000 runs or more wait for an operator',
    );
    screen.getByText('orchestration retention confirm a');
    expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
  });
});

describe('disposals screen', () => {
  it('shows pages of disposals and a download of all', async () => {
    const disposal = {
      executionId: 'one',
      mode: 'live',
      at,
      cause: 'retention',
      by: { kind: 'system', id: 'retention', name: null },
      orderedBy: null,
      files: 3,
    };
    const erased = { kind: 'operator', id: 'anna', name: 'anna' };
    const pages = [
      { disposals: [disposal], next: '7' },
      {
        disposals: [
          { ...disposal, executionId: 'two', cause: 'erasure', by: erased, files: null },
          {
            ...disposal,
            executionId: 'three',
            cause: 'sample',
            by: { kind: 'system', id: 'sample', name: null },
            orderedBy: { kind: 'person', id: 'ada', name: 'Ada' },
          },
        ],
        next: null,
      },
    ];
    service.replies['GET disposals'] = () => adminDisposalListSchema.parse(pages.shift());
    render(<DisposalsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('anna (operator)');
    screen.getByText('Retention time was over');
    screen.getByText('Person was erased');
    screen.getByText('Sample data was removed');
    screen.getByText('The service, ordered by Ada');
    expect(screen.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toBe(
      '/admin-api/v1/disposals/export?mode=live',
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  });
});

describe('lists screen', () => {
  it('warns of old and missing lists', async () => {
    const list = {
      kind: 'people',
      id: 'ofac-sdn',
      source: 'OFAC',
      version: '1',
      entries: 7000,
      names: 9000,
      publishedAt: at,
      importedAt: at,
      ageDays: 8,
      isOld: true,
    };
    service.replies['GET lists'] = () =>
      adminListsSchema.parse({
        lists: [list],
        missing: ['networks'],
        oldAfterDays: { people: 7, networks: 60 },
      });
    render(<ListsScreen />);
    await screen.findByText('7,000 people, 9,000 names');
    screen.getByText('Too old');
    screen.getByText('8 days');
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Import the newest file: orchestration lists import',
      'There is no list of networks: address checks know neither country nor anonymous networks.',
    ]);
  });
});
