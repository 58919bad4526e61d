// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { type ContinueOptions, continueFlow, type WholeFlow } from './continue-flow.ts';
import { clientState, documentStep } from './testing/client-state.ts';
import { spokenInEnglish } from './testing/english.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { fakePorts } from './testing/fake-ports.ts';
// Imported here so that it is loaded before the flow needs it.
import './steps/document/capture-screens.tsx';
import './hand-off/open-hand-off.tsx';

let flow: WholeFlow;
afterEach(() => {
  flow.dispose();
  vi.unstubAllGlobals();
});

const partsOf = (state: ReturnType<typeof clientState>, again?: boolean) => {
  const emit = vi.fn();
  const options = {
    configuration: {},
    baseAddress: 'https://verify.example',
    init: { sessionKey: 'key', requester: '', state },
    language: spokenInEnglish(),
    handOff: { again, onReturned: vi.fn() },
    memory: { recall: () => 'PASSPORT', keep: vi.fn() },
    clock: fakeClock(),
    adopt: vi.fn(),
    started: true,
    emit,
    onLeft: vi.fn(),
  } as unknown as ContinueOptions;
  return { options, emit };
};

test.each(['elsewhere', 'silent'] as const)(
  'starts with the hand-off screen if a phone holds the flow (%s), on any device',
  async (standing) => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const state = clientState({ begun: true, handOff: standing });
    const { options, emit } = partsOf(state);
    const { ports, service } = fakePorts(state);
    flow = continueFlow({ ...options, started: false }, () => ports);
    const { screen } = flow.ui.view;
    await vi.waitFor(() => expect(screen.peek().kind).toBe('hand-off'), 10_000);
    expect(emit.mock.calls).toEqual([['started']]);
    expect(service.begin).not.toHaveBeenCalled();
  },
);

test.each([
  ['as a complete passport, if that was chosen on this page', undefined, { kind: 'processing' }],
  ['with the back of a card, if a phone sent the front', false, { document: 'NATIONAL_ID', side: 'back' }],
])('continues a document with a stored front %s', async (_, again, expected) => {
  const step = documentStep({
    chosen: 'NATIONAL_ID',
    stored: [{ slot: 'front', digest: 'd'.repeat(64) }] as never,
  });
  const { options } = partsOf(clientState({ begun: true, step }), again);
  const { ports } = fakePorts(clientState({ step }));
  flow = continueFlow(options, (memory) => ({ ...ports, memory }));
  flow.actions.begin();
  const { screen } = flow.ui.view;
  await vi.waitFor(() => expect(screen.peek()).toMatchObject(expected), 10_000);
});
