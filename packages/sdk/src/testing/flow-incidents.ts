import { expect, vi } from 'vitest';
import { ServiceFailure } from '../session/service-failure.ts';
import { settle } from './fake-clock.ts';
import type { livingFlow } from './living-flow.ts';

type Flow = ReturnType<typeof livingFlow>;

/** Incidents that may happen to a flow. */
export const incidents = [
  'close()',
  'the user quits',
  'removed',
  'no network',
  'silence',
  'taken over',
  'away and back',
] as const;

/** One of these incidents. */
export type Incident = (typeof incidents)[number];

const offline = new ServiceFailure('unavailable', 0);
const takenOver = new ServiceFailure('taken-over', 409);

/** Lets an incident happen to a flow at a moment. */
export const happen: Readonly<Record<Incident, (flow: Flow, moment: number) => Promise<void>>> = {
  async 'close()'({ close }) {
    await close();
    await settle();
  },
  async 'the user quits'({ press, has }) {
    await press('Close');
    if (has('Leave')) await press('Leave');
  },
  async removed({ root, box, gates, answer, pass }) {
    (root()?.host ?? box).remove();
    await pass();
    // Answers to pending requests still arrive.
    gates().shell.resolve();
    answer();
    await pass();
  },
  async 'no network'({ gates, press, has, failPoll, service, capture, clock, pass }, moment) {
    const { shell, init, rest } = gates();
    for (const gate of [shell, init, rest].slice(moment)) gate.reject(new TypeError('Failed to fetch'));
    if (moment === 2) await press('Begin');
    service.upload.mock.calls[0]?.[3].onConnection?.(true);
    failPoll(offline);
    // Retries of the start end within 8 s, the wait for checks after 20 s; at the camera, one second is enough.
    await clock.advance(moment < 2 ? 8_000 : capture.openFeeds().length > 0 ? 1_000 : 20_000);
    await pass();
    if (service.upload.mock.calls.length > 0) expect(has('Close')).toBe(true);
  },
  // Connections stay open, but nothing arrives and nothing is refused.
  async silence({ press, service, has, capture, clock, pass }, moment) {
    if (moment === 2) await press('Begin');
    // A start times out after 20 s, code after three times 20 s; at the camera, one second is enough.
    const seconds = capture.openFeeds().length > 0 ? 1 : 64;
    for (let passed = 0; passed < seconds; passed++) {
      await clock.advance(1_000);
      vi.advanceTimersByTime(1_000);
    }
    await pass();
    if (service.upload.mock.calls.length > 0) expect(has('Close')).toBe(true);
  },
  async 'taken over'({ gates, answer, failPoll, capture, pass }) {
    answer(409);
    gates().rest.resolve();
    await settle();
    failPoll(takenOver);
    await pass();
    expect(capture.openFeeds()).toEqual([]);
  },
  async 'away and back'({ gates, answer, capture, pass }) {
    const isOn = capture.openFeeds().length;
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    await pass();
    expect(capture.openFeeds()).toEqual([]);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    gates().shell.resolve();
    answer();
    await pass();
    expect(capture.openFeeds().length).toBeGreaterThanOrEqual(isOn);
  },
};
