import { expect, test, vi } from 'vitest';
import { clientState, documentStep, passportStep } from '../testing/client-state.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { deferred, fakePorts, storedCapture } from '../testing/fake-ports.ts';
import { openFirstScreen } from './first-screen.ts';
import type { ChoiceMemory } from './ports.ts';
import type { FrameView } from './view.ts';

function setup(state = clientState({ step: passportStep() }), memory?: ChoiceMemory) {
  const { ports, choices } = fakePorts(state);
  const clock = fakeClock();
  const events: unknown[][] = [];
  const hear = vi.fn<() => void>();
  const views: FrameView[] = [];
  const farewell = { cancel: vi.fn(), leave: vi.fn() };
  const onLeft = vi.fn(() => first.dispose());
  const open = () =>
    openFirstScreen({
      requester: 'Shop',
      state,
      memory: memory ?? ports.memory,
      farewell,
      clock,
      emit: (name, ...values) => {
        events.push([name, ...values]);
        hear();
      },
      onLeft,
      show: (view) => void views.push(view),
    });
  const first = open();
  const view = () => views[views.length - 1]!;
  return {
    ...first,
    open,
    clock,
    choices,
    farewell,
    events,
    hear,
    onLeft,
    view,
    screen: () => view().screen.value,
  };
}

const offline = () => Promise.reject(new Error('offline'));

test('shows the requester', () => {
  const { screen, view } = setup();
  expect(screen()).toEqual({
    kind: 'welcome',
    requester: 'Shop',
    resumed: false,
    selfie: false,
    files: false,
    form: false,
  });
  expect(view().progress.value).toBe(0);
  expect(view().canGoBack.value).toBe(false);
});

test('shows the same progress as the session will', () => {
  const step = documentStep({ chosen: 'NATIONAL_ID', stored: [storedCapture('front')] });
  const { screen, view } = setup(clientState({ begun: true, step }));
  expect(screen()).toMatchObject({ kind: 'welcome', resumed: true });
  expect(view().progress.value).toBe(0.5);
});

test('remembers the document chosen before a reload', () => {
  const step = documentStep({ stored: [storedCapture('front')] });
  const world = setup(clientState({ begun: true, step }));
  world.choices.set('document 1', 'NATIONAL_ID');
  world.open();
  expect(world.view().progress.value).toBe(0.5);
});

test('reads no stored choice before the flow has begun', () => {
  const { ports } = fakePorts(clientState({ step: passportStep() }));
  const recall = vi.spyOn(ports.memory, 'recall');
  setup(clientState({ step: passportStep() }), ports.memory);
  expect(recall).not.toHaveBeenCalled();
  setup(clientState({ begun: true, step: passportStep() }), ports.memory);
  expect(recall).toHaveBeenCalled();
});

test('returns the loaded code', async () => {
  const { waitFor, hasBegun } = setup();
  expect(await waitFor(async () => 'rest')).toBe('rest');
  expect(hasBegun()).toBe(false);
});

test('shows a busy button to users who are faster than the network', { tags: ['DSDK-72'] }, async () => {
  const { waitFor, hasBegun, view, screen, events } = setup();
  const rest = deferred<string>();
  const arrived = waitFor(() => rest.promise);
  view().actions.begin();
  expect(screen()).toMatchObject({ kind: 'welcome', busy: true });
  view().actions.begin();
  rest.resolve('rest');
  expect(await arrived).toBe('rest');
  expect(hasBegun()).toBe(true);
  expect(events).toEqual([['started']]);
});

test('reports missing code only once it is needed, after a retry', async () => {
  const { waitFor, view, screen, clock, events } = setup();
  const load = vi.fn(offline);
  const arrived = waitFor(load);
  await clock.advance(2_000);
  expect(screen().kind).toBe('welcome');
  view().actions.begin();
  expect(screen()).toMatchObject({ kind: 'welcome', busy: true });
  await clock.advance(0);
  expect(load).toHaveBeenCalledTimes(4);
  await clock.advance(2_000);
  expect(screen()).toEqual({
    kind: 'problem',
    problem: { kind: 'capture-unavailable', code: 'error_code_4' },
  });
  expect(events).toEqual([['started'], ['error', 'error_code_4']]);
  expect(await arrived).toBeNull();
});

test.each([
  ['during the pause between attempts', 2_000],
  ['during the fourth attempt', 7_000],
])('continues if the connection is back when the user begins %s', async (_, beginMs) => {
  const { waitFor, view, screen, clock, events } = setup();
  const rest = deferred<string>();
  const load = vi.fn<() => Promise<string>>(() => rest.promise);
  for (let failed = 0; failed < 3; failed++) load.mockImplementationOnce(offline);
  const arrived = waitFor(load);
  await clock.advance(beginMs);
  view().actions.begin();
  expect(screen()).toMatchObject({ kind: 'welcome', busy: true });
  rest.resolve('rest');
  expect(await arrived).toBe('rest');
  expect(events).toEqual([['started']]);
});

test('reports a failure to users who have begun, once, after the third attempt', {
  tags: ['DSDK-25'],
}, async () => {
  const { waitFor, view, screen, clock, events, onLeft, farewell } = setup();
  const load = vi.fn(offline);
  const arrived = waitFor(load);
  view().actions.begin();
  await clock.advance(1_999);
  expect(screen()).toMatchObject({ kind: 'welcome', busy: true });
  await clock.advance(1);
  expect(screen().kind).toBe('problem');
  expect(await arrived).toBeNull();
  await clock.advance(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  view().actions.finish();
  expect(onLeft).toHaveBeenCalledTimes(1);
  expect(farewell.leave).toHaveBeenCalledTimes(1);
  expect(events).toEqual([['started'], ['error', 'error_code_4']]);
});

test('returns code that loads while the user waits, also after failures', async () => {
  const { waitFor, view, clock, screen } = setup();
  const load = vi.fn<() => Promise<string>>(async () => 'rest').mockImplementationOnce(offline);
  const arrived = waitFor(load);
  view().actions.begin();
  await clock.advance(500);
  expect(await arrived).toBe('rest');
  expect(screen()).toMatchObject({ kind: 'welcome', busy: true });
});

test('cancels without a question when the user leaves before Begin', { tags: ['DSDK-31'] }, () => {
  const { view, events, farewell, onLeft } = setup();
  view().actions.askToQuit();
  expect(events).toEqual([['cancelled']]);
  expect(onLeft).toHaveBeenCalledTimes(1);
  expect(farewell.cancel).toHaveBeenCalledTimes(1);
  expect(farewell.leave).not.toHaveBeenCalled();
});

test('asks once before leaving after Begin, although the rest has not loaded', {
  tags: ['DSDK-32'],
}, () => {
  const { view, screen, events, farewell, onLeft, isAsked } = setup();
  view().actions.begin();
  view().actions.askToQuit();
  expect([screen(), view().quitAsked.value, isAsked()]).toEqual([{ kind: 'leaving' }, true, true]);
  expect(events).toEqual([['started']]);
  view().actions.cancelQuit();
  expect([screen(), view().quitAsked.value, isAsked()]).toEqual([
    expect.objectContaining({ kind: 'welcome', busy: true }),
    false,
    false,
  ]);
  view().actions.askToQuit();
  view().actions.confirmQuit();
  expect(events).toEqual([['started'], ['cancelled']]);
  expect([onLeft.mock.calls.length, farewell.cancel.mock.calls.length]).toEqual([1, 1]);
  expect(farewell.leave).not.toHaveBeenCalled();
});

test('replaces the question before leaving by a problem when the rest cannot be loaded', async () => {
  const { view, screen, waitFor, clock } = setup();
  void waitFor(offline);
  view().actions.begin();
  view().actions.askToQuit();
  await clock.advance(60_000);
  expect([screen().kind, view().quitAsked.value]).toEqual(['problem', false]);
});

test('emits nothing more if the page closes the flow on started', async () => {
  const { view, dispose, events, hear, screen } = setup();
  hear.mockImplementation(dispose);
  view().actions.begin();
  expect(events).toEqual([['started']]);
  expect(screen()).toEqual({
    kind: 'welcome',
    requester: 'Shop',
    resumed: false,
    selfie: false,
    files: false,
    form: false,
  });
});

test('reports leaving when the page closes the flow, and starts nothing more', async () => {
  const { waitFor, dispose, farewell, events, clock } = setup();
  const rest = deferred<string>();
  const arrived = waitFor(() => rest.promise);
  dispose();
  rest.resolve('rest');
  expect(await arrived).toBeNull();
  await clock.advance(60_000);
  await settle();
  expect(farewell.leave).toHaveBeenCalledTimes(1);
  expect(events).toEqual([]);
});
