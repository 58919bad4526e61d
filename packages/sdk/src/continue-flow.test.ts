// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { type ContinueOptions, continueFlow, type WholeFlow } from './continue-flow.ts';
import { clientState, documentStep } from './testing/client-state.ts';
import { spokenInEnglish } from './testing/english.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { fakePorts } from './testing/fake-ports.ts';
// The flow loads it when it needs it; here it is at hand.
import './ui/capture-screens.tsx';

let flow: WholeFlow;
afterEach(() => flow.dispose());

test.each([
  ['with all of a passport, which was chosen here', undefined, { kind: 'processing' }],
  ['with the back of a card, which a phone has sent', false, { document: 'NATIONAL_ID', side: 'back' }],
])('a document of which the front is stored goes on %s', async (_, again, expected) => {
  const step = documentStep({
    chosen: 'NATIONAL_ID',
    stored: [{ slot: 'front', digest: 'd'.repeat(64) }] as never,
  });
  const options = {
    configuration: {},
    baseAddress: 'https://verify.example',
    init: { sessionKey: 'key', requester: '', state: clientState({ begun: true, step }) },
    language: spokenInEnglish(),
    handOff: { again, onReturned: vi.fn() },
    memory: { recall: () => 'PASSPORT', keep: vi.fn() },
    clock: fakeClock(),
    adopt: vi.fn(),
    started: true,
    emit: vi.fn(),
    onLeft: vi.fn(),
  } as unknown as ContinueOptions;
  const { ports } = fakePorts(clientState({ step }));
  flow = continueFlow(options, (memory) => ({ ...ports, memory }));
  flow.actions.begin();
  const { screen } = flow.ui.view;
  await vi.waitFor(() => expect(screen.peek()).toMatchObject(expected), 10_000);
});
