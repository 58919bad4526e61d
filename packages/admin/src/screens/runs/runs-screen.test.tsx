// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { AdminSampleData } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mode, sessionState } from '../../session.ts';
import { exampleRow } from '../../testing/example-run.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { RunsScreen } from './runs-screen.tsx';

let service: ReturnType<typeof stubService>;
let data: AdminSampleData;

beforeEach(() => {
  data = { state: 'none', finished: 0, total: 12 };
  mode.value = 'test';
  service = stubService({
    'GET executions': () => ({ executions: [], next: null, total: { count: 0, capped: false } }),
    'GET sample-data': () => data,
    'POST sample-data': () => {
      data = { ...data, state: 'running' };
      return data;
    },
    'DELETE sample-data': () => {
      data = { ...data, state: 'none' };
      return data;
    },
  });
  signIn('sample.change', 'execution.start', 'key.create');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  mode.value = 'live';
  document.querySelector('title')?.remove();
});

function signIn(...acts: string[]) {
  sessionState.value = { kind: 'in', session: exampleSession({ acts, testActs: ['sample.change'] }) };
}

describe('empty list of runs', () => {
  it('creates sample data by one button and shows its progress', async () => {
    render(<RunsScreen />);
    const button = await screen.findByRole('button', { name: 'Create sample data' });
    const statuses = screen.getAllByRole('status');
    button.focus();
    fireEvent.click(button);
    const status = await screen.findByText('Making sample runs: 0 of 12 …');
    expect(statuses).toContain(status);
    expect(document.activeElement).toBe(status);
    expect(screen.queryByRole('button', { name: 'Create sample data' })).toBeNull();
    expect(service.bodyOf('POST sample-data')).toEqual({});
  });

  it('offers sample data below a list that has other runs', async () => {
    service.replies['GET executions'] = () => ({
      executions: [exampleRow({ mode: 'test' })],
      next: null,
      total: { count: 1, capped: false },
    });
    render(<RunsScreen />);
    expect(await screen.findByRole('button', { name: 'Create sample data' })).toBeDefined();
    expect(screen.queryByText(/real checks/)).toBeNull();
  });

  it('removes sample data after a confirmation', async () => {
    data = { state: 'present', finished: 12, total: 12 };
    render(<RunsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove sample data' }));
    const [, confirm] = await screen.findAllByRole('button', { name: 'Remove sample data' });
    confirm!.focus();
    fireEvent.click(confirm!);
    expect(await screen.findByRole('button', { name: 'Create sample data' })).toBeDefined();
    await waitFor(() => expect(document.activeElement?.id).toBe('samples'));
  });

  it('says why sample data was refused', async () => {
    service.replies['POST sample-data'] = () => service.refuse(409, 'SAMPLE_DATA_PRESENT');
    render(<RunsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Create sample data' }));
    expect((await screen.findByRole('alert')).textContent).toContain('is being created');
  });

  it('offers sample data only in test mode and to people who may create it', async () => {
    mode.value = 'live';
    render(<RunsScreen />);
    await screen.findByText('No live runs yet');
    expect(service.calls.map(({ name }) => name)).not.toContain('GET sample-data');
    cleanup();
    mode.value = 'test';
    signIn('execution.read');
    render(<RunsScreen />);
    await screen.findByText('No test runs yet');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Create sample data' })).toBeNull());
  });

  it("explains how to start a run, depending on the person's rights", async () => {
    render(<RunsScreen />);
    expect((await screen.findByRole('link', { name: 'Share a link' })).getAttribute('href')).toBe(
      '/admin/workflows',
    );
    expect(screen.getByRole('link', { name: 'With an API key' }).getAttribute('href')).toBe(
      '/admin/settings/keys',
    );
    cleanup();
    signIn('execution.read');
    render(<RunsScreen />);
    await screen.findByText(/your backend calls/);
    expect(screen.queryByRole('link', { name: 'Share a link' })).toBeNull();
  });
});

describe('row of a run', () => {
  it('names the user, and nobody once the data was removed', async () => {
    const purged = exampleRow({
      mode: 'test',
      id: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c56',
      user: null,
      purgedAt: '2026-11-28T09:00:00.000Z',
    });
    service.replies['GET executions'] = () => ({
      executions: [exampleRow({ mode: 'test', user: 'A••• L•••e' }), purged],
      next: null,
      total: { count: 2, capped: false },
    });
    render(<RunsScreen />);
    const table = await screen.findByRole('table');
    const cellsOf = (row: Element) => [...row.querySelectorAll('td')].map((cell) => cell.textContent);
    const at = [...table.querySelectorAll('th')].findIndex((head) => head.textContent === 'User');
    expect([...table.querySelectorAll('tbody tr')].map((row) => cellsOf(row)[at])).toEqual([
      'A••• L•••e',
      '',
    ]);
  });
});

describe('run that was changed in the database', () => {
  it('shows no status and no actions for it in the list', async () => {
    const altered = exampleRow({ mode: 'test', status: 'APPROVED', isBroken: true });
    const other = exampleRow({ mode: 'test', id: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c56' });
    service.replies['GET executions'] = () => ({
      executions: [altered, other],
      next: null,
      total: { count: 2, capped: false },
    });
    signIn('execution.resend');
    render(<RunsScreen />);
    await screen.findByRole('button', { name: `Actions for run ${other.id.slice(-12)}` });
    const row = screen.getByRole('link', { name: altered.id }).closest('tr');
    expect(row?.querySelector('td')?.textContent).toBe('Altered');
    expect(row?.querySelector('button')).toBeNull();
  });
});

describe('menu of a run in the list', () => {
  const going = exampleRow({ mode: 'test', id: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c56', finishedAt: null });
  const ended = exampleRow({ mode: 'test' });

  beforeEach(() => {
    service.replies['GET executions'] = () => ({
      executions: [ended, going],
      next: null,
      total: { count: 2, capped: false },
    });
    signIn('execution.resend');
  });

  async function chooseResend(id: string): Promise<void> {
    fireEvent.click(await screen.findByRole('button', { name: `Actions for run ${id.slice(-12)}` }));
    fireEvent.click(screen.getByRole('button', { name: 'Send webhook again' }));
  }

  it('sends a run once, says to how many endpoints, and restores the focus', async () => {
    service.replies[`POST executions/${ended.id}/resend`] = () => ({ sentTo: ['https://a', 'https://b'] });
    render(<RunsScreen />);
    await chooseResend(ended.id);
    expect(await screen.findByText(/on its way to 2 endpoints/)).toBeDefined();
    expect(service.calls.filter(({ name }) => name.endsWith('/resend'))).toHaveLength(1);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Actions for run/);
  });

  it('adds no tab stop for the menu: arrow keys lead to it from the link of its row, and back', async () => {
    render(<RunsScreen />);
    const menu = await screen.findByRole('button', { name: `Actions for run ${going.id.slice(-12)}` });
    const link = screen.getByRole('link', { name: going.id });
    expect([link.tabIndex, menu.tabIndex]).toEqual([0, -1]);
    link.focus();
    fireEvent.keyDown(link, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(menu);
    fireEvent.keyDown(menu, { key: 'k' });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: ended.id }));
    menu.focus();
    fireEvent.keyDown(menu, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(link);
  });

  it('says why a run was not sent', async () => {
    service.replies[`POST executions/${ended.id}/resend`] = () =>
      service.refuse(409, 'NO_ENDPOINT_SUBSCRIBES');
    render(<RunsScreen />);
    await chooseResend(ended.id);
    expect((await screen.findByRole('alert')).textContent).toContain('No enabled endpoint subscribes');
  });

  it('offers no sending of a run that has not ended', async () => {
    render(<RunsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: `Actions for run ${going.id.slice(-12)}` }));
    const item = screen.getByRole<HTMLButtonElement>('button', { name: 'Send webhook again' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(item);
    expect(service.calls.filter(({ name }) => name.endsWith('/resend'))).toEqual([]);
    expect(screen.getByText('Possible once the run has ended.')).toBeDefined();
  });

  it('hides the send button from people who may not send', async () => {
    signIn('execution.read');
    render(<RunsScreen />);
    await screen.findByRole('link', { name: ended.id });
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
  });
});
