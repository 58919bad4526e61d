import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { CaptureSlot, ClientState, FormAnswers } from '@vendor/contract';
import type { SdkEventName, SdkEvents } from '../events/sdk-events.ts';
import { advance, canGoBack, startFlow } from '../flow/advance.ts';
import { type Ending, endingByLeaving, endingOf, losesByLeaving } from '../flow/ending.ts';
import type { FlowEvent, FlowState } from '../flow/flow-state.ts';
import { isSameAttempt } from '../flow/is-same-attempt.ts';
import { progressOf } from '../flow/progress-of.ts';
import type { Offline } from '../flow/screen.ts';
import { screenOf } from '../flow/screen-of.ts';
import { awaitedAttempt } from './attempt.ts';
import { createCameras } from './camera/cameras.ts';
import { noPicture } from './camera/live-view.ts';
import { recallChoice } from './choice-memory.ts';
import { createFailureHandlers } from './failure-handlers.ts';
import { createActions } from './flow-actions.ts';
import { followService } from './follow-service.ts';
import { loadWhenOnline } from './load-with-retry.ts';
import { type CollectCode, createPictures } from './pictures.ts';
import type { Call, Ports } from './ports.ts';
import type { Sending } from './sending.ts';
import { imageUrlOf, isAtCamera, sideOf, waitsForUser } from './stage.ts';
import { readTimeLimit, type TimeLimit } from './time-limit.ts';
import type { FlowView, LiveView } from './view.ts';

/** Time after which the user is told that the result is pending, while the checks still run, in ms. */
const checksTimeoutMs = 20_000;

/** Interval of asking again whether nothing may follow, after that time, in ms. */
const outlastedPauseMs = 1_000;

const importAnswers = () => import('../steps/form/send-answers.ts');

/** Options and callbacks of a session. */
export interface SessionStart {
  readonly requester: string;
  readonly state: ClientState;
  readonly ports: Ports;
  /** The page has already been told that the user has begun. */
  readonly started: boolean;
  readonly emit: <Name extends SdkEventName>(event: Name, ...values: Parameters<SdkEvents[Name]>) => void;
  /** Called when the user has left and the screen must be removed. */
  readonly onLeft: () => void;
}

/** The model of one flow. */
export interface Session {
  readonly view: FlowView;
  /** Time limit of the service; null while it does not await the user, or after the flow has ended. */
  readonly timeLimit: ReadonlySignal<TimeLimit | null>;
  /** The last state received from the service. */
  readonly told: ReadonlySignal<ClientState>;
  /**
   * Requests more time from the service.
   *
   * @throws ServiceFailure if the service grants none.
   */
  extendTime(call: Call): Promise<void>;
  /** Registers the code of the steps that collect files, once loaded. */
  registerFileSteps(code: CollectCode): void;
  /**
   * While a session swap is pending, holds "session over" failures until `ask()` settles. They count only if no new session
   * arrived. Null: no swap is pending.
   */
  whileExchanged(ask: (() => Promise<unknown>) | null): void;
  /** Starts following the service, and reports an ending that was already reached. Call it once the screen is visible. */
  run(): void;
  /** Stops the camera immediately and opens none, because the page is hidden, perhaps only briefly. */
  pause(): void;
  /** Reopens the camera if the current screen needs it, because the page is visible again. */
  resume(): void;
  /** Ends everything immediately: requests, camera, timers, addresses of pictures. Safe to call twice. */
  dispose(): void;
}

/** Creates the model of the flow: owns the signals, turns the user's actions into events, and carries out their effects. */
export function createSession({ requester, state, ports, started, emit, onLeft }: SessionStart): Session {
  const { service, clock, memory } = ports;
  const life = new AbortController();
  const flow = signal<FlowState>(startFlow(requester, state, recallChoice(memory, state)));
  const live = signal<LiveView>(noPicture);
  const time = signal(readTimeLimit(state, clock.now()));
  const quitAsked = signal(false);
  /** Aborted and replaced whenever the stage changes. */
  let stageLife = new AbortController();
  const digests = new Map<CaptureSlot, string>();
  /** True while the page is hidden. */
  let isAway = false;
  let ending: Ending | null = null;

  function dispatch(event: FlowEvent): void {
    if (life.signal.aborted) return;
    const before = flow.peek();
    // A late answer may carry an outdated deadline.
    if (event.kind === 'state' && event.service.seq >= before.service.seq) {
      time.value = readTimeLimit(event.service, clock.now());
    }
    const after = advance(before, event);
    if (after === before) return;
    batch(() => {
      flow.value = after;
      if (!losesByLeaving(after)) quitAsked.value = false;
    });
    applyEffects(before, after);
  }

  const receiveState = (told: ClientState) => dispatch({ kind: 'state', service: told });

  /** Carries out the effects of a change of the flow. */
  function applyEffects(before: FlowState, after: FlowState): void {
    rememberChoice(after);
    if (!isSameAttempt(before.service.step, after.service.step)) rememberDigests(after.service);
    const begins = after.engaged && !before.engaged;
    if (begins && !started) emit('started');
    // The page's handler may have closed the flow.
    if (life.signal.aborted) return;
    const isBack = before.stage.kind === 'problem' && after.stage.kind !== 'problem';
    if (!after.service.begun && (begins || isBack)) void begin();
    // Another picture may replace the shown one on the same screen: the camera may take one while the user still chooses a
    // file.
    const shownUrl = imageUrlOf(before);
    if (shownUrl !== imageUrlOf(after)) pictures.release(shownUrl);
    const hasMoved = after.stage.kind !== before.stage.kind || sideOf(after) !== sideOf(before);
    if (hasMoved) enterStage(after);
    emitEnding();
  }

  /** Ends the work of the previous stage, and starts that of the new one. */
  function enterStage({ stage }: FlowState): void {
    stageLife.abort();
    stageLife = new AbortController();
    const { signal } = stageLife;
    if (stage.kind.endsWith('instruct')) cameras.preload();
    if (stage.kind === 'instruct') pictures.preload();
    if (isAtCamera(stage) && !isAway) void cameras.open(signal);
    if (stage.kind.endsWith('camera-problem')) void cameras.reopenWhenAllowed(signal);
    if (stage.kind === 'selfie-upload') void cameras.sendSelfie(signal);
    else if ('progress' in stage) void pictures.send();
    if (stage.kind.endsWith('-retry')) void pictures.sendQuietly(signal);
    if (stage.kind === 'processing') void waitForChecks(signal);
    // Loaded again when there are answers to send.
    if (stage.kind === 'form') importAnswers().catch(() => {});
    if (beginOffline) setConnection(beginOffline);
  }

  /** Tells the page how the flow ended. Only the first ending counts. */
  function emitEnding(reached: Ending | null = endingOf(flow.peek())): void {
    if (!reached || ending) return;
    ending = reached;
    if (reached.kind === 'completed') emit('completed', reached.status);
    else if (reached.kind === 'error') emit('error', reached.code);
    else emit('cancelled');
  }

  const { fail, failForGood, whileExchanged } = createFailureHandlers(dispatch, life.signal);

  let begun: Promise<void> = Promise.resolve();
  /** Connection of a `begin` under way, for stages that wait for it. */
  let beginOffline: Offline = false;
  const setConnection = (offline: Offline) => dispatch({ kind: 'connection-changed', offline });
  const sending: Sending = { service, flow: () => flow.peek(), dispatch, digests, signal: life.signal };
  const cameras = createCameras({
    ...sending,
    ports,
    view: live,
    begun: () => begun,
    fail,
    onPicture: (taken) => pictures.show(taken, 'camera'),
  });
  let collect: CollectCode | null = null;
  const pictures = createPictures({
    ...sending,
    ports,
    collect: () => collect,
    begun: () => begun,
    fail,
  });

  function begin(): Promise<void> {
    const onConnection = (offline: Offline) => {
      beginOffline = offline;
      setConnection(offline);
    };
    begun = service.begin({ signal: life.signal, onConnection }).then(receiveState, (failure) => {
      beginOffline = false;
      // The answer may have been lost, and a phone may have taken over by the time of the retry, which is possible only after
      // the beginning.
      if (!flow.peek().service.begun) failForGood(failure);
    });
    return begun;
  }

  let lastAnswers: FormAnswers | null = null;

  async function answer(answers: FormAnswers): Promise<void> {
    const before = flow.peek();
    dispatch({ kind: 'answers-given' });
    if (flow.peek() === before) return;
    lastAnswers = answers;
    const onMissing = () => setConnection(true);
    const code = await loadWhenOnline(importAnswers, { clock, signal: life.signal, onMissing });
    await begun;
    // Meanwhile the form may have come back, or another form, and may have been answered again.
    if (answers === lastAnswers) await code?.sendAnswers(sending, answers).catch(fail);
  }

  async function waitForChecks(signal: AbortSignal): Promise<void> {
    // Repeats the event, because the last step may turn out to be the last only after the time-out.
    for (let ms = checksTimeoutMs; !signal.aborted; ms = outlastedPauseMs) {
      await clock.sleep(ms, signal);
      if (!signal.aborted) dispatch({ kind: 'checks-outlasted' });
    }
  }

  function leave(): void {
    const left = endingByLeaving(flow.peek());
    if (left.kind === 'cancelled' && !ending) service.cancel();
    emitEnding(left);
    onLeft();
  }

  function rememberDigests(told: ClientState): void {
    digests.clear();
    for (const { slot, digest } of told.step?.stored ?? []) digests.set(slot, digest);
  }

  function rememberChoice(after: FlowState): void {
    const attempt = awaitedAttempt(after.service);
    if (attempt && after.document) memory.keep(attempt, after.document);
  }

  const actions = createActions({
    flow: () => flow.peek(),
    dispatch,
    cameras,
    pictures,
    quitAsked,
    answer,
    leave,
  });

  return {
    view: {
      screen: computed(() => screenOf(flow.value)),
      live,
      progress: computed(() => progressOf(flow.value)),
      quitAsked,
      canGoBack: computed(() => canGoBack(flow.value)),
      actions,
    },
    told: computed(() => flow.value.service),
    timeLimit: computed(() => (waitsForUser(flow.value) ? time.value : null)),
    async extendTime(call) {
      receiveState(await service.extend(call));
    },
    registerFileSteps(code) {
      collect = code;
      dispatch({ kind: 'collect-arrived', collect: code.collectFlow });
    },
    whileExchanged,
    run() {
      rememberDigests(state);
      emitEnding();
      const { stage } = flow.peek();
      if (stage.kind === 'processing') void waitForChecks(stageLife.signal);
      if (endingOf(flow.peek())) return;
      const newest = () => flow.peek().service.seq;
      followService(service, clock, newest, receiveState, life.signal).catch(failForGood);
    },
    pause() {
      isAway = true;
      if (isAtCamera(flow.peek().stage)) stageLife.abort();
    },
    resume() {
      const now = flow.peek();
      // Browsers report a return by more than one event.
      if (!isAway || life.signal.aborted) return;
      isAway = false;
      if (isAtCamera(now.stage)) enterStage(now);
    },
    dispose() {
      if (life.signal.aborted) return;
      life.abort();
      stageLife.abort();
      pictures.release(imageUrlOf(flow.peek()));
      // A cancelled session was already reported; an ended one awaits nothing.
      if (flow.peek().service.awaiting !== 'none' && ending?.kind !== 'cancelled') service.leave();
    },
  };
}
