// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { webhookEvents } from '@vendor/contract';
import { type AdminDeliveryList, adminDeliveryListSchema, adminEndpointSchema } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followAddress, navigate } from '../../routing.ts';
import { mode, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { DeliveryLog } from './delivery-log.tsx';

const [finished, , sync] = webhookEvents;
const id = '5f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a11';
const executionId = '7f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a13';
const time = '2026-11-27T09:00:00.000Z';
const list = `GET webhooks/${id}/deliveries`;
const endpoint = adminEndpointSchema.parse({
  id,
  url: 'https://shop.example/hooks',
  events: [finished],
  createdAt: time,
  state: 'enabled',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  held: 0,
  undelivered: 3,
  revision: 0,
  disablesAt: null,
  oldSecretsUntil: null,
  last: null,
});

/** Makes a page with one delivery for each number. */
function pageOf(numbers: readonly number[], nextCursor: string | null): AdminDeliveryList {
  const deliveries = numbers.map((number) => ({
    id: `6f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a1${number}`,
    webhookId: `event-${number}`,
    event: finished,
    sequence: number,
    executionId,
    endpointId: id,
    state: 'undelivered',
    attempts: 9,
    lastStatus: null,
    lastError: 'TIMEOUT',
    emittedAt: time,
    nextAttemptAt: null,
    deliveredAt: null,
    firstDeliveredAt: null,
    undeliveredAt: time,
  }));
  return adminDeliveryListSchema.parse({ deliveries, nextCursor });
}

let service: ReturnType<typeof stubService>;
let stopFollowing: () => void;
beforeEach(() => {
  service = stubService({ [list]: () => pageOf([1, 2], null) });
  sessionState.value = { kind: 'in', session: exampleSession({ acts: ['delivery.redeliver'] }) };
  mode.value = 'test';
  // jsdom lacks scrollTo.
  vi.stubGlobal('scrollTo', () => undefined);
  stopFollowing = followAddress();
  navigate(`/settings/webhooks/${id}`);
});
afterEach(() => {
  cleanup();
  navigate('/');
  stopFollowing();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  mode.value = 'live';
});

const show = () => render(<DeliveryLog endpoint={endpoint} rounds={0} onChanged={() => {}} />);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const rows = () => screen.queryAllByRole('button', { name: /^Look at/ });
const lastQuery = () => Object.fromEntries(service.calls.findLast(({ name }) => name === list)?.query ?? []);

describe('filters of the delivery log', () => {
  test('combines event, run, days and state in the address and in the call', async () => {
    show();
    await press('Event');
    await press('Sync');
    await press('Run');
    const field = screen.getByLabelText<HTMLInputElement>('Id of a run');
    field.value = ` ${executionId.toUpperCase()} `;
    expect(field.checkValidity()).toBe(true);
    await press('Apply');
    await press('Date');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-26' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-27' } });
    await press('Given up');
    const days = { from: '2026-11-26', to: '2026-11-27' };
    const chosen = { state: 'undelivered', event: sync, execution: executionId };
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      mode: 'test',
      ...chosen,
      ...days,
    });
    await waitFor(() =>
      expect(lastQuery()).toEqual({
        mode: 'test',
        ...chosen,
        from: new Date(2026, 10, 26).toISOString(),
        to: new Date(2026, 10, 28).toISOString(),
      }),
    );
    screen.getByRole('button', { name: 'Run …2b7f0a13' });
    screen.getByRole('button', { name: 'Date 2026-11-26 – 2026-11-27' });
    await screen.findByText('2 deliveries match');
    await press('Remove the filter Event');
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('event'));
    expect(lastQuery()).toHaveProperty('execution', executionId);
  });

  test('refuses a text that is not the id of a run', async () => {
    show();
    await press('Run');
    const field = screen.getByLabelText<HTMLInputElement>('Id of a run');
    field.value = 'run-7';
    expect(field.checkValidity()).toBe(false);
  });

  test('clears all filters if nothing matches, and moves the focus to the heading', async () => {
    service.replies[list] = (_body, query) => pageOf(query.has('execution') ? [] : [1], null);
    navigate(`/settings/webhooks/${id}?mode=test&execution=${executionId}&from=2026-11-26`);
    show();
    await screen.findByRole('heading', { name: 'No delivery matches these filters' });
    const [, clear] = screen.getAllByRole('button', { name: 'Clear filters' });
    clear?.focus();
    fireEvent.click(clear!);
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(location.search).toBe('');
    expect(document.activeElement?.textContent).toBe('Deliveries');
  });

  test('searches further until something matches, and says how far it has come', async () => {
    const matching = 13;
    service.replies[list] = (_body, query) => {
      const page = Number(query.get('after') ?? 0) + 1;
      return pageOf(page === matching ? [1] : [], page === matching ? null : String(page));
    };
    navigate(`/settings/webhooks/${id}?mode=test&event=${encodeURIComponent(sync)}`);
    show();
    await screen.findByRole('heading', { name: 'No match among the newest deliveries' });
    expect(service.calls).toHaveLength(10);
    await press('Search further');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(service.calls).toHaveLength(matching);
    screen.getByText('1 delivery matches');
    await waitFor(() => expect(document.activeElement).toBe(rows()[0]));
  });

  test('focuses the heading if a further search ends without a match', async () => {
    service.replies[list] = (_body, query) => {
      const page = Number(query.get('after') ?? 0) + 1;
      return pageOf([], page === 11 ? null : String(page));
    };
    navigate(`/settings/webhooks/${id}?mode=test&event=${encodeURIComponent(sync)}`);
    show();
    const further = await screen.findByRole('button', { name: 'Search further' });
    further.focus();
    fireEvent.click(further);
    await screen.findByRole('heading', { name: 'No delivery matches these filters' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Deliveries'));
  });

  test('shows every row once after newer ones pushed some out of the first page', async () => {
    const pages = { '': pageOf([4, 3], 'c'), c: pageOf([2], 'e'), e: pageOf([1], null) };
    service.replies[list] = (_body, query) => pages[(query.get('after') ?? '') as keyof typeof pages];
    show();
    await press('Show more');
    await waitFor(() => expect(rows()).toHaveLength(3));
    pages[''] = pageOf([5, 4], 'd');
    await press('Refresh');
    await waitFor(() => expect(rows()).toHaveLength(4));
    await press('Show more');
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('keeps no row of a list whose first page has only new ones', async () => {
    service.replies[list] = () => pageOf([2, 1], null);
    show();
    await waitFor(() => expect(rows()).toHaveLength(2));
    service.replies[list] = (_body, query) =>
      query.has('after') ? pageOf([2, 1], null) : pageOf([4, 3], 'c');
    await press('Refresh');
    await press('Show more');
    await waitFor(() => expect(rows()).toHaveLength(4));
  });

  test('adds no page of earlier filters that arrives late', async () => {
    let arrive = (_page: AdminDeliveryList) => {};
    service.replies[list] = (_body, query) =>
      query.has('after')
        ? new Promise((resolve) => {
            arrive = resolve;
          })
        : pageOf([query.has('state') ? 1 : 2], query.has('state') ? null : 'c');
    show();
    await press('Show more');
    await waitFor(() => expect(lastQuery()).toHaveProperty('after', 'c'));
    await press('Given up');
    await screen.findByText('1 delivery matches');
    arrive(pageOf([3, 4], null));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rows()).toHaveLength(1);
  });

  test('shows no rows of earlier filters beside a failure', async () => {
    service.replies[list] = (_body, query) =>
      query.has('state') ? service.refuse(500, 'INTERNAL') : pageOf([1], null);
    show();
    await waitFor(() => expect(rows()).toHaveLength(1));
    await press('Waiting');
    await screen.findByText('The deliveries could not be loaded');
    expect(rows()).toEqual([]);
  });

  test('takes the mode from the address, and keeps it up to date there', async () => {
    navigate(`/settings/webhooks/${id}?mode=live&state=held`);
    show();
    await waitFor(() => expect(lastQuery()).toEqual({ mode: 'live', state: 'held' }));
    mode.value = 'test';
    await waitFor(() => expect(location.search).toBe('?mode=test&state=held'));
    await waitFor(() => expect(lastQuery()).toEqual({ mode: 'test', state: 'held' }));
  });

  test.each([
    ['', false],
    ['?mode=test&state=undelivered', true],
  ])('says that filters do not apply to sending again, at the address %o: %s', async (search, isSaid) => {
    navigate(`/settings/webhooks/${id}${search}`);
    show();
    await press('Send failed ones again');
    expect(screen.queryByText(/filters of the log do not apply/) !== null).toBe(isSaid);
  });
});
