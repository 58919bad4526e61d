import { batch, computed, signal } from '@preact/signals';
import type { CaptureSlot, ClientState, DocumentType } from '@vendor/contract';
import type { SdkEventName, SdkEvents } from '../events/sdk-events.ts';
import { advance, canGoBack, startFlow } from '../flow/advance.ts';
import { type Ending, endingByLeaving, endingOf, losesByLeaving } from '../flow/ending.ts';
import { type FlowEvent, type FlowState, type PictureSource, stepOf } from '../flow/flow-state.ts';
import { progressOf } from '../flow/progress-of.ts';
import { screenOf } from '../flow/screen-of.ts';
import { attemptOf, isSameAttempt, storedDigests } from './attempt.ts';
import { recallChoice } from './choice-memory.ts';
import { followService } from './follow-service.ts';
import type { LiveCamera } from './live-camera.ts';
import { noPicture } from './live-view.ts';
import type { Ports } from './ports.ts';
import { problemOf } from './problem-of.ts';
import { sendStep } from './send-step.ts';
import type { FlowActions, FlowView, LiveView } from './view.ts';

/** How long the user waits for the checks until the result is called pending, in ms. */
const longestWaitMs = 20_000;

/** What a session starts from, and whom it tells. */
export interface SessionStart {
  readonly requester: string;
  readonly state: ClientState;
  readonly ports: Ports;
  /** The page knows already that the user has begun. */
  readonly started: boolean;
  readonly emit: <Name extends SdkEventName>(event: Name, ...values: Parameters<SdkEvents[Name]>) => void;
  /** The user has left: the screen is to be taken away. */
  readonly onLeft: () => void;
}

/** One walk through the flow. */
export interface Session {
  readonly view: FlowView;
  /** Begins to follow the service and tells what has already ended. Call it once the screen is visible. */
  run(): void;
  /** The page goes away, perhaps only for a while: the camera stops at once. */
  pause(): void;
  /** The page has come back: the camera starts again where it was on. */
  resume(): void;
  /** Ends everything at once: requests, camera, timers, picture addresses. Safe to call twice. */
  dispose(): void;
}

/** The model of the flow: it owns the signals, turns the user's actions into events, and carries out what follows. */
export function createSession({ requester, state, ports, started, emit, onLeft }: SessionStart): Session {
  const { service, clock, memory, pictureUrls } = ports;
  const life = new AbortController();
  const flow = signal<FlowState>(startFlow(requester, state, recallChoice(memory, state)));
  const live = signal<LiveView>(noPicture);
  const quitAsked = signal(false);
  /** Ended and begun anew whenever the user comes to another stage. */
  let stageLife = new AbortController();
  let digests = new Map<CaptureSlot, string>();
  let picture: Blob | null = null;
  let camera: LiveCamera | null = null;
  let ending: Ending | null = null;

  function dispatch(event: FlowEvent): void {
    if (life.signal.aborted) return;
    const before = flow.peek();
    const after = advance(before, event);
    if (after === before) return;
    batch(() => {
      flow.value = after;
      if (!losesByLeaving(after)) quitAsked.value = false;
    });
    follow(before, after);
  }

  /** Carries out what a move of the flow asks for. */
  function follow(before: FlowState, after: FlowState): void {
    rememberChoice(after);
    if (!isSameAttempt(before.service, after.service)) digests = storedDigests(after.service);
    if (after.engaged && !before.engaged) {
      if (!started) emit('started');
      // The page's handler may have closed the flow.
      if (life.signal.aborted) return;
      if (!after.service.begun) void begin();
    }
    const hasMoved = after.stage.kind !== before.stage.kind || sideOf(after) !== sideOf(before);
    if (hasMoved) enter(after, before);
    tellEnding();
  }

  /** Ends what belonged to the stage before, and begins what belongs to this one. */
  function enter({ stage, document }: FlowState, before: FlowState): void {
    stageLife.abort();
    stageLife = new AbortController();
    const { signal } = stageLife;
    if (before.stage.kind === 'review') pictureUrls.revoke(before.stage.imageUrl);
    if (stage.kind === 'instruct') preload();
    if (stage.kind === 'camera' && document) void openCamera(document, signal);
    if (stage.kind === 'camera-problem' && stage.problem === 'denied') void reopenWhenAllowed(signal);
    if (stage.kind === 'upload') void send(stage.side);
    if (stage.kind === 'processing') void outlast(signal);
  }

  async function openCamera(document: DocumentType, signal: AbortSignal): Promise<void> {
    const loading = Promise.all([import('./live-camera.ts'), ports.loadCaptureKit(signal)]);
    const loaded = await loading.catch(() => null);
    if (signal.aborted) return;
    if (!loaded) return tellCodeMissing();
    const [{ runLiveCamera }, kit] = loaded;
    camera = runLiveCamera({
      kit,
      document,
      view: live,
      clock,
      signal,
      onPicture: (taken) => showPicture(taken, 'camera'),
      onProblem: (problem) => dispatch({ kind: 'camera-failed', problem }),
    });
  }

  /** The capture code did not load: a file is the way that is left, where the step allows one. */
  function tellCodeMissing(): void {
    if (stepOf(flow.peek())?.fileAllowed) dispatch({ kind: 'camera-failed', problem: 'unloaded' });
    else dispatch({ kind: 'failed', problem: { kind: 'capture-unavailable', code: 'error_code_4' } });
  }

  /** Tells the page how the flow ended; the first ending counts. */
  function tellEnding(reached: Ending | null = endingOf(flow.peek())): void {
    if (!reached || ending) return;
    ending = reached;
    if (reached.kind === 'completed') emit('completed', reached.status);
    else if (reached.kind === 'error') emit('error', reached.code);
    else emit('cancelled');
  }

  const fail = (failure: unknown) => {
    if (!life.signal.aborted) dispatch({ kind: 'failed', problem: problemOf(failure) });
  };

  let begun: Promise<void> = Promise.resolve();
  function begin(): Promise<void> {
    begun = service
      .begin({ signal: life.signal })
      .then((told) => dispatch({ kind: 'state-told', service: told }), fail);
    return begun;
  }

  async function send(side: CaptureSlot): Promise<void> {
    await begun;
    if (life.signal.aborted || flow.peek().stage.kind !== 'upload') return;
    const accepted = picture;
    picture = null;
    const sending = { service, flow: () => flow.peek(), dispatch, digests, side, signal: life.signal };
    await sendStep({ ...sending, picture: accepted }).catch(fail);
  }

  async function outlast(signal: AbortSignal): Promise<void> {
    await clock.sleep(longestWaitMs, signal);
    if (!signal.aborted) dispatch({ kind: 'checks-outlasted' });
  }

  async function reopenWhenAllowed(signal: AbortSignal): Promise<void> {
    const kit = await ports.loadCaptureKit(signal).catch(() => null);
    await kit?.camera.allowed(signal);
    if (!signal.aborted && kit) dispatch({ kind: 'tried-again' });
  }

  /** Fetches the capture code while the user reads, so that the camera opens at once. */
  function preload(): void {
    ports.loadCaptureKit(life.signal).catch(() => {
      // Tried again, and told, when the camera is asked for.
    });
  }

  function showPicture(taken: Blob, source: PictureSource): void {
    const imageUrl = pictureUrls.create(taken);
    dispatch({ kind: 'picture-taken', imageUrl, source });
    const { stage } = flow.peek();
    if (stage.kind === 'review' && stage.imageUrl === imageUrl) picture = taken;
    else pictureUrls.revoke(imageUrl);
  }

  async function chooseFile(file: File): Promise<void> {
    const { signal } = stageLife;
    try {
      const prepared = await ports.preparePicture(file);
      if (!signal.aborted) showPicture(prepared, 'file');
    } catch {
      if (!signal.aborted) dispatch({ kind: 'picture-unusable' });
    }
  }

  function leave(): void {
    const left = endingByLeaving(flow.peek());
    if (left.kind === 'cancelled' && !ending) service.cancel();
    tellEnding(left);
    onLeft();
  }

  function rememberChoice(after: FlowState): void {
    const attempt = attemptOf(after.service);
    if (attempt && after.document) memory.keep(attempt, after.document);
  }

  const actions: FlowActions = {
    begin: () => dispatch({ kind: 'begun' }),
    chooseDocument: (document) => dispatch({ kind: 'document-chosen', document }),
    openCamera: () => dispatch({ kind: 'camera-asked' }),
    takePicture: () => camera?.takePicture(),
    switchCamera: () => camera?.switchCamera(),
    toggleTorch: () => camera?.toggleTorch(),
    chooseFile: (file) => void chooseFile(file),
    acceptPicture: () => dispatch({ kind: 'picture-accepted' }),
    retakePicture: () => dispatch({ kind: 'picture-rejected' }),
    tryAgain: () => dispatch({ kind: 'tried-again' }),
    back: () => dispatch({ kind: 'went-back' }),
    finish: () => {
      if (!losesByLeaving(flow.peek())) leave();
    },
    captureScreensMissing: () =>
      dispatch({ kind: 'failed', problem: { kind: 'capture-unavailable', code: 'error_code_4' } }),
    askToQuit: () => {
      if (losesByLeaving(flow.peek())) quitAsked.value = true;
      else leave();
    },
    confirmQuit: () => {
      if (quitAsked.peek()) leave();
    },
    cancelQuit: () => {
      quitAsked.value = false;
    },
  };

  return {
    view: {
      screen: computed(() => screenOf(flow.value)),
      live,
      progress: computed(() => progressOf(flow.value)),
      quitAsked,
      canGoBack: computed(() => canGoBack(flow.value)),
      actions,
    },
    run() {
      digests = storedDigests(state);
      tellEnding();
      const { stage } = flow.peek();
      if (stage.kind === 'processing') void outlast(stageLife.signal);
      if (endingOf(flow.peek())) return;
      const newest = () => flow.peek().service.seq;
      const tell = (told: ClientState) => dispatch({ kind: 'state-told', service: told });
      followService(service, clock, newest, tell, life.signal).catch(fail);
    },
    pause() {
      if (flow.peek().stage.kind === 'camera') stageLife.abort();
    },
    resume() {
      const now = flow.peek();
      if (!life.signal.aborted && now.stage.kind === 'camera') enter(now, now);
    },
    dispose() {
      if (life.signal.aborted) return;
      const { stage, service: known } = flow.peek();
      life.abort();
      stageLife.abort();
      if (stage.kind === 'review') pictureUrls.revoke(stage.imageUrl);
      picture = null;
      // A cancelled session has already been told; one that has ended awaits nobody.
      if (known.awaiting !== 'none' && ending?.kind !== 'cancelled') service.leave();
    },
  };
}

function sideOf({ stage }: FlowState): CaptureSlot | null {
  return 'side' in stage ? stage.side : null;
}
