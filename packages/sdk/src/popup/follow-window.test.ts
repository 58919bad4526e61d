import type { PopupEnding, PopupState } from '@vendor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';
import { settle } from '../testing/fake-clock.ts';
import { fakePopupService, unseen } from '../testing/fake-popup.ts';
import { followWindow } from './follow-window.ts';

/** Follows a popup that has just been opened. */
function following(
  state: Partial<PopupState> = {},
  hear: (event: string, life: AbortController) => void = () => {},
) {
  const world = fakePopupService();
  const life = new AbortController();
  const events: string[] = [];
  const note = (event: string) => {
    events.push(event);
    hear(event, life);
  };
  const followed = followWindow({
    service: world.service,
    state: { ...unseen, opened: true, ...state },
    emit: (name: string, value?: string) => note(value ? `${name} ${value}` : name),
    onLeft: () => note('closed'),
    signal: life.signal,
  });
  return { ...world, life, events, followed };
}

test.each<[PopupEnding, string]>([
  [{ kind: 'completed', status: 'success' }, 'completed success'],
  [{ kind: 'completed', status: 'pending' }, 'completed pending'],
  [{ kind: 'cancelled' }, 'cancelled'],
  [{ kind: 'error', code: 'error_code_5' }, 'error error_code_5'],
])('emits %j once, between started and closed', async (ending, event) => {
  const { tell, events } = following();
  tell({ started: true });
  await settle();
  tell({ ending });
  await settle();
  tell({});
  await settle();
  tell({ closed: true });
  await settle();
  expect(events).toEqual(['started', event, 'closed']);
});

test('emits simultaneous news in order', async () => {
  const { events } = following({ started: true, ending: { kind: 'cancelled' }, closed: true });
  await settle();
  expect(events).toEqual(['started', 'cancelled', 'closed']);
});

test('does not emit started if the user never began', async () => {
  const { tell, events } = following();
  tell({ ending: { kind: 'completed', status: 'success' } });
  await settle();
  expect(events).toEqual(['completed success']);
});

test.each(['started', 'cancelled'])(
  'emits nothing more once a handler of %s has closed the flow',
  async (when) => {
    const { events, followed } = following(
      { started: true, ending: { kind: 'cancelled' }, closed: true },
      (event, life) => {
        if (event === when) life.abort();
      },
    );
    await followed;
    expect(events).toEqual(when === 'started' ? ['started'] : ['started', 'cancelled']);
  },
);

test.each<[ServiceFailureKind, number, string]>([
  ['unauthorized', 401, 'error error_code_3'],
  ['taken-over', 409, 'error unknown'],
])('emits an error and leaves the popup if its state cannot be read: %s', async (kind, status, event) => {
  const { fail, events } = following();
  await settle();
  fail(new ServiceFailure(kind, status));
  await settle();
  expect(events).toEqual([event, 'closed']);
});

test('emits no error if its state cannot be read after the ending', async () => {
  const { fail, events } = following({ ending: { kind: 'completed', status: 'failed' } });
  await settle();
  fail(new ServiceFailure('taken-over', 409));
  await settle();
  expect(events).toEqual(['completed failed', 'closed']);
});

test('emits nothing after the flow is closed', async () => {
  const { life, events, followed } = following();
  life.abort();
  await followed;
  expect(events).toEqual([]);
});

test('emits events in the order of the life cycle, each at most once, for any news', {
  tags: ['DSDK-57'],
}, async () => {
  const ending = fc.constantFrom<PopupEnding>(
    { kind: 'completed', status: 'success' },
    { kind: 'cancelled' },
    { kind: 'error', code: 'unknown' },
  );
  const news = fc.constantFrom<Partial<PopupState>>({}, { started: true }, { closed: true });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          news,
          ending.map((one) => ({ started: true, ending: one })),
        ),
      ),
      async (all) => {
        const { tell, events } = following();
        let isEnded = false;
        for (const one of all) {
          // The service keeps the first ending.
          const { ending: reached, ...rest } = one;
          tell(reached && !isEnded ? one : rest);
          isEnded ||= reached !== undefined;
          await settle();
        }
        const kinds = events.map((event) => event.split(' ')[0]);
        const order = ['started', 'ending', 'closed'];
        const places = kinds.map((kind) =>
          order.indexOf(['started', 'closed'].includes(kind ?? '') ? `${kind}` : 'ending'),
        );
        expect(places).toEqual([...new Set(places)].sort());
      },
    ),
    { numRuns: 30 },
  );
});
