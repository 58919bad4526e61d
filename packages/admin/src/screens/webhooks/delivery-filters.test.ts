import { webhookDeliveryStates, webhookEvents } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { callFilters, deliveryStates, eventNames, logAddress, readFilters } from './delivery-filters.ts';

const execution = '7f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a13';
const all = {
  state: 'held',
  event: webhookEvents[0],
  execution,
  from: '2026-11-01',
  to: '2026-11-02',
} as const;

describe('filters of the log', () => {
  it('offers every state and every event', () => {
    expect([...deliveryStates].sort()).toEqual([...webhookDeliveryStates].sort());
    expect(eventNames).toEqual(webhookEvents);
  });

  it('reads the filters back from an address that names the mode', () => {
    const address = logAddress('e', 'test', all, 'd');
    const query = new URLSearchParams(address.split('?')[1]);
    expect(readFilters(query)).toEqual(all);
    expect([query.get('mode'), query.get('delivery')]).toEqual(['test', 'd']);
    expect(logAddress('e', 'test', { state: undefined, from: '' }, null)).toBe('/settings/webhooks/e');
  });

  it.each([
    'state=lost',
    'event=finished',
    'execution=1',
    `execution=${execution}x`,
    'from=2026-02-30',
    'to=abc',
    'from=',
  ])('drops %s, which no link of the panel contains', (damaged) => {
    expect(readFilters(new URLSearchParams(`${damaged}&mode=live`))).toEqual({});
  });

  it("calls for whole days in the browser's time zone", () => {
    const { from, to, ...rest } = callFilters(all);
    expect([new Date(from!), new Date(to!)]).toEqual([new Date(2026, 10, 1), new Date(2026, 10, 3)]);
    expect(rest).toEqual({ state: 'held', event: webhookEvents[0], execution });
    expect(callFilters({})).toEqual({});
  });
});
