import { describe, expect, it } from 'vitest';
import type { DeliveryVerdict } from '../delivery/judge-reply.ts';
import { type EndpointHealth, healthAfter, noFailures } from './endpoint-health.ts';

const healthy: EndpointHealth = { ...noFailures, disabledAt: null, disabledReason: null };
const delivered: DeliveryVerdict = { kind: 'delivered', status: 200 };
const failed: DeliveryVerdict = { kind: 'failed', status: 500, error: 'HTTP_500', retryAfterMs: null };
const gone: DeliveryVerdict = { kind: 'gone', status: 410, error: 'HTTP_410', retryAfterMs: null };
const day = 24 * 60 * 60 * 1000;

const hour = 60 * 60 * 1000;
const at = (now: number) => ({ startedAt: now, now });

describe('the health of an endpoint', () => {
  it('counts as failing from the first failed attempt until one succeeds', () => {
    const first = healthAfter(healthy, failed, at(1000));
    expect(first).toEqual({ ...healthy, failingSince: 1000, relapsedAt: 1000, failedAt: 1000 });
    expect(healthAfter(first, failed, at(2000))).toEqual({ ...first, failedAt: 2000 });
    expect(healthAfter(first, delivered, at(3000))).toEqual(healthy);
  });

  it('becomes disabled once it has failed for five days', { tags: ['DHOOK-16'] }, () => {
    const failing = { ...healthy, failingSince: 0, relapsedAt: 0, failedAt: 4 * day };
    expect(healthAfter(failing, failed, at(5 * day - 1))).toEqual({ ...failing, failedAt: 5 * day - 1 });
    expect(healthAfter(failing, failed, at(5 * day))).toEqual({
      failingSince: 0,
      relapsedAt: 0,
      failedAt: 5 * day,
      disabledAt: 5 * day,
      disabledReason: 'FAILING',
    });
  });

  it('stays enabled after an old failure, until it has failed for another half a day', {
    tags: ['DHOOK-52'],
  }, () => {
    const failing = healthAfter(healthy, failed, at(0));
    expect(healthAfter(failing, failed, at(29 * hour))).toMatchObject({ failingSince: 0, relapsedAt: 0 });
    for (const now of [29 * hour + 1, 90 * day]) {
      const again = healthAfter(failing, failed, at(now));
      expect(again).toEqual({ ...healthy, failingSince: 0, relapsedAt: now, failedAt: now });
    }
    const again = healthAfter(failing, failed, at(90 * day));
    expect(healthAfter(again, failed, at(90 * day + 12 * hour - 1))).toMatchObject({ disabledAt: null });
    expect(healthAfter(again, failed, at(90 * day + 12 * hour))).toMatchObject({ disabledReason: 'FAILING' });
    expect(healthAfter(failing, delivered, at(90 * day))).toEqual(healthy);
    expect(healthAfter(failing, gone, at(90 * day))).toMatchObject({ disabledReason: 'GONE' });
  });

  it('moves the start of failures to the present once a clock that was ahead is corrected', () => {
    const failing = healthAfter(healthy, failed, at(365 * day));
    expect(healthAfter(failing, failed, at(day))).toEqual({
      ...healthy,
      failingSince: day,
      relapsedAt: day,
      failedAt: day,
    });
  });

  it('becomes disabled immediately by 410', () => {
    expect(healthAfter(healthy, gone, at(7))).toEqual({
      failingSince: 7,
      relapsedAt: 7,
      failedAt: 7,
      disabledAt: 7,
      disabledReason: 'GONE',
    });
  });

  it('stays disabled regardless of attempts in progress', () => {
    const disabled = healthAfter(healthy, gone, at(7));
    for (const verdict of [delivered, failed, gone])
      expect(healthAfter(disabled, verdict, at(8))).toEqual(disabled);
  });
});
