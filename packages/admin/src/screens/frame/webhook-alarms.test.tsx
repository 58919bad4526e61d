// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import { adminWebhookAlarmsSchema } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { WebhookAlarms } from './webhook-alarms.tsx';

const endpointId = '5f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a11';
const time = '2026-11-27T09:00:00.000Z';
const failing = {
  endpointId,
  url: 'https://shop.example/hooks',
  percent: 50,
  failingSince: time,
  disablesAt: time,
  disabledAt: null,
  disabledReason: null,
};
const disabled = { ...failing, percent: 100, disablesAt: null, disabledAt: time, disabledReason: 'GONE' };

let service: ReturnType<typeof stubService>;
let alarms: object[];
beforeEach(() => {
  service = stubService({ 'GET webhook-alarms': () => adminWebhookAlarmsSchema.parse({ alarms }) });
  signInWith('endpoint.read');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
});

function signInWith(...acts: string[]) {
  sessionState.value = { kind: 'in', session: exampleSession({ acts }) };
}

describe('webhook alarms', () => {
  test.each([
    ['half', [failing], /has failed for 50 %.*It will be disabled 27 Nov/, 'Look at it', `/${endpointId}`],
    ['nine tenths', [{ ...failing, percent: 90 }], /about to be disabled/, 'Look at it', `/${endpointId}`],
    ['all', [disabled], /is disabled.*answered 410/, 'Look at it', `/${endpointId}`],
    ['all (for one of two endpoints)', [failing, disabled], /answered 410/, 'Look at all 2', ''],
  ])(
    'links to an endpoint once %s of the time until it is disabled has passed',
    async (_what, given, words, link, place) => {
      alarms = given;
      render(<WebhookAlarms />);
      const found = await screen.findByRole('link', { name: link });
      expect(found.getAttribute('href')).toBe(`/admin/settings/webhooks${place}`);
      expect(screen.getByRole('status').textContent).toMatch(words);
    },
  );

  test('does not request alarms if the person may not see webhooks', () => {
    signInWith('execution.read');
    render(<WebhookAlarms />);
    expect(service.calls).toEqual([]);
  });
});
