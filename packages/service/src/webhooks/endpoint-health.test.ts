import { describe, expect, it } from 'vitest';
import { type EndpointHealth, healthAfter } from './endpoint-health.ts';
import type { DeliveryVerdict } from './judge-reply.ts';

const healthy: EndpointHealth = { failingSince: null, disabledAt: null, disabledReason: null };
const delivered: DeliveryVerdict = { kind: 'delivered', status: 200 };
const failed: DeliveryVerdict = { kind: 'failed', status: 500, error: 'HTTP_500', retryAfterMs: null };
const gone: DeliveryVerdict = { kind: 'gone', status: 410, error: 'HTTP_410', retryAfterMs: null };
const day = 24 * 60 * 60 * 1000;

const at = (now: number, isAfterGap = false) => ({ now, isAfterGap });

describe('an endpoint', () => {
  it('is failing from the first attempt that fails until one succeeds', () => {
    const first = healthAfter(healthy, failed, at(1000));
    expect(first).toEqual({ ...healthy, failingSince: 1000 });
    expect(healthAfter(first, failed, at(2000))).toEqual(first);
    expect(healthAfter(first, delivered, at(3000))).toEqual(healthy);
  });

  it('is disabled once it has failed for five days', () => {
    const failing = healthAfter(healthy, failed, at(0));
    expect(healthAfter(failing, failed, at(5 * day - 1))).toEqual(failing);
    expect(healthAfter(failing, failed, at(5 * day))).toEqual({
      failingSince: 0,
      disabledAt: 5 * day,
      disabledReason: 'FAILING',
    });
  });

  it('is failing anew after a gap, however long ago it failed before', () => {
    const failing = healthAfter(healthy, failed, at(0));
    expect(healthAfter(failing, failed, at(90 * day, true))).toEqual({ ...healthy, failingSince: 90 * day });
    expect(healthAfter(failing, delivered, at(90 * day, true))).toEqual(healthy);
    expect(healthAfter(failing, gone, at(90 * day, true))).toMatchObject({ disabledReason: 'GONE' });
  });

  it('is disabled at once when it says it is gone', () => {
    expect(healthAfter(healthy, gone, at(7))).toEqual({
      failingSince: 7,
      disabledAt: 7,
      disabledReason: 'GONE',
    });
  });

  it('stays disabled whatever attempts under way bring', () => {
    const disabled = healthAfter(healthy, gone, at(7));
    for (const verdict of [delivered, failed, gone])
      expect(healthAfter(disabled, verdict, at(8))).toEqual(disabled);
  });
});
