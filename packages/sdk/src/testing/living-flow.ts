import type { ClientState, StoredCapture } from '@vendor/contract';
import { vi } from 'vitest';
import * as rest from '../continue-flow.ts';
import { createOrchestration } from '../create-orchestration.ts';
import * as languages from '../i18n/load-language.ts';
import { openFlow } from '../shell.ts';
// Imported here so that they are loaded before the flow needs them.
import '@vendor/texts/locales/en/frame';
import '@vendor/texts/locales/en/capture';
import '@vendor/texts/locales/en/collect';
import '@vendor/texts/locales/en/form';
import '@vendor/texts/locales/en/selfie';
import '../session/camera/live-camera.ts';
import '../steps/document/send-document.ts';
import '../steps/document/capture-screens.tsx';
import { clientState, finished, passportStep } from './client-state.ts';
import { settle } from './fake-clock.ts';
import { deferred, fakePorts } from './fake-ports.ts';
import { watchTraces } from './page-traces.ts';

/** The mode of a flow that is drawn into the page. */
export type DrawnMode = 'fullscreen' | 'inline';

/** The real timer, even if a test replaces the page's. */
const ownTimeout = globalThis.setTimeout;

const passport = clientState({ step: passportStep() });
const answer = { sessionKey: 'key', configuration: 'valid', requester: 'Shop', state: passport };
const token = 'eu.token';

/** Creates pending promises for code, answers and the upload. */
const closedGates = () => ({
  shell: deferred<void>(),
  rest: deferred<void>(),
  init: deferred<Response>(),
  upload: deferred<StoredCapture>(),
});

const replyOf = (status: number) =>
  new Response(JSON.stringify(status === 200 ? { data: answer } : {}), { status });

/** Creates a page with a complete flow whose ports are fakes. The test decides when each of its requests is answered. */
export function livingFlow(mode: DrawnMode) {
  document.body.innerHTML = '<main><button>Verify</button></main><div id="box"></div>';
  document.querySelector('button')?.focus();
  const box = document.querySelector<HTMLElement>('#box')!;
  const traces = watchTraces([box]);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  /** Promises that the flow waits for; resolved by the test. */
  let gates = closedGates();
  let pendingInits = 0;
  const farewells: string[] = [];
  const fetched = vi.fn((url: string, { signal }: RequestInit) => {
    if (!url.endsWith('/init')) {
      farewells.push(url.slice(url.lastIndexOf('/') + 1));
      return Promise.resolve(new Response('{}'));
    }
    pendingInits += 1;
    const { init } = gates;
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', reject);
      init.promise.then((response) => resolve(response.clone()), reject);
    }).finally(() => {
      pendingInits -= 1;
    });
  });
  vi.stubGlobal('fetch', fetched);
  const world = fakePorts(passport);
  const { clock, capture, service, urls } = world;
  service.upload.mockImplementation(() => gates.upload.promise);
  const { continueFlow } = rest;
  const loadRest = () =>
    gates.rest.promise.then(() => ({
      continueFlow: (options: Parameters<typeof continueFlow>[0]) => continueFlow(options, () => world.ports),
    }));
  const { start, close, on } = createOrchestration({
    version: '1.2.3',
    servedFrom: () => 'https://verify.example',
    loadShell: () =>
      gates.shell.promise.then(() => ({ openFlow: (options) => openFlow({ ...options, loadRest }) })),
    fetchAhead: ({ language }) => languages.loadLanguage(language),
    loadPopup: () => Promise.reject(new Error('not this mode')),
    loadCheck: () => Promise.reject(new Error('not asked for')),
    clock,
  });
  const events: string[] = [];
  for (const name of ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'] as const) {
    on(name, (value?: string) => events.push(value ? `${name} ${value}` : name));
  }
  const root = () => document.querySelector('[data-vendor-orchestration]')?.shadowRoot ?? null;
  const button = (label: string) =>
    [...(root()?.querySelectorAll('button') ?? [])].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    );
  const pass = async () => {
    vi.advanceTimersByTime(300);
    await settle();
  };
  return {
    ...world,
    gates: () => gates,
    box,
    events,
    farewells,
    close,
    root,
    pass,
    heading: () => root()?.querySelector('h1')?.textContent ?? null,
    start: () => start({ token, renderingMode: mode, containerId: 'box' }),
    answer: (status = 200) => gates.init.resolve(replyOf(status)),
    /** Lets every later request of the flow succeed, except the upload. */
    openGates() {
      gates = closedGates();
      gates.shell.resolve();
      gates.rest.resolve();
      gates.init.resolve(replyOf(200));
    },
    async press(label: string) {
      // Loading code for the first time takes an unknown time.
      for (let tries = 0; tries < 200 && !button(label); tries++) {
        await new Promise((resolve) => ownTimeout(resolve, 5));
        await settle();
      }
      const found = button(label);
      if (!found) throw new Error(`There is no button "${label}" on the screen "${root()?.textContent}".`);
      found.click();
      await pass();
    },
    has: (label: string) => button(label) !== undefined,
    /** Sends a retry because the picture was not good enough. */
    askAgain: () =>
      world.tell(
        clientState({
          seq: 7,
          begun: true,
          step: passportStep({ attempt: 2, attemptsLeft: 1, reasons: ['IMAGE_BLURRED'], chosen: 'PASSPORT' }),
        }),
      ),
    finish: () => world.tell(finished({ status: 'APPROVED', retryLimitOf: null }) satisfies ClientState),
    /** Returns everything that a closed flow may have left running or lying around, in the page and outside it. */
    left: () => ({
      ...traces.left(),
      cameras: capture.openFeeds().length,
      analyses: capture.kit.startAnalyser.mock.calls.length > 0 && !analysesEnded() ? ['an analysis'] : [],
      addresses: [...urls],
      sleepers: clock.sleeping(),
      requests: [
        ...Array.from({ length: pendingInits }, () => ({ aborted: false })),
        ...service.state.mock.calls.map(([, , signal]) => signal),
        ...service.upload.mock.calls.map(([, , , { signal }]) => signal),
      ].filter(({ aborted }) => !aborted).length,
    }),
    stop() {
      traces.stop();
      document.body.replaceChildren();
    },
  };

  function analysesEnded(): boolean {
    return vi.mocked(capture.analyser.dispose).mock.calls.length > 0;
  }
}
