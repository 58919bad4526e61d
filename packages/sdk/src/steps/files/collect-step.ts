import {
  type CollectSlot,
  type CollectStep,
  collectingOf,
  type FileLook,
  nextSlotOf,
} from '../../flow/collecting.ts';
import {
  type CollectFlow,
  type CollectStage,
  type FlowEvent,
  type FlowState,
  sentIn,
  toUnloadedProblem,
  unsentOf,
} from '../../flow/flow-state.ts';
import { collectScreenOf } from './collect-screen.ts';

/** Flow of the steps that collect pictures or files. Loaded when such a step comes, or may come next. */
export const collectFlow: CollectFlow = {
  enter(state, step) {
    const { slots, isList } = collectingOf(step);
    // Merged with local state: the service may not have reported the last upload, and does not know of removed files.
    const files = slots
      .filter((slot) => state.stored.includes(slot))
      .map((slot) => {
        const stored = step.stored.find((capture) => capture.slot === slot);
        return { slot, name: '', sizeBytes: stored?.sizeBytes ?? 0 };
      });
    const first = { slot: slots[0]!, files };
    if (step.reasons.length > 0 && files.length === 0) {
      return at(state, {
        ...first,
        kind: 'collect-retry',
        reasons: step.reasons,
        isJudged: true,
        refusals: 0,
      });
    }
    if (isList && files.length > 0) return list(state, files);
    const slot = nextSlotOf(step, files);
    // The user has accepted all required files, but the submission has not reached the service.
    return slot ? at(state, { ...first, slot, kind: 'collect-instruct' }) : send(state, first);
  },

  advance(state, step, event) {
    const { stage } = state;
    return 'files' in stage ? advanceCollect(state, step, stage, event) : state;
  },

  shareDone(stage, step) {
    const { least, isList } = collectingOf(step);
    const most = Math.max(least, stage.files.length);
    if (isList && stage.kind === 'collect-list' && stage.files.length >= least) return 1;
    const isSubmitted =
      stage.kind === 'collect-upload' && stage.files.some(({ slot }) => slot === stage.slot);
    if (isSubmitted) return 1;
    return Math.min(1, (stage.files.length + (partsDone[stage.kind] ?? 0) / 4) / most);
  },

  screenOf: collectScreenOf,
};

/** Completed quarters of a file at each stage: instructed, captured, reviewed, sent. */
const partsDone: Readonly<Partial<Record<CollectStage['kind'], number>>> = {
  'collect-camera': 1,
  'collect-camera-problem': 1,
  'collect-review': 2,
  'collect-upload': 3,
};

function advanceCollect(
  state: FlowState,
  step: CollectStep,
  stage: CollectStage,
  event: FlowEvent,
): FlowState {
  const { slot, files } = stage;
  const here = { slot, files };
  switch (event.kind) {
    case 'camera-asked':
      return collectingOf(step).takesPictures && mayTake(stage)
        ? at(state, { ...here, kind: 'collect-camera' })
        : state;
    case 'camera-failed':
      return stage.kind === 'collect-camera'
        ? at(state, { ...here, kind: 'collect-camera-problem', problem: event.problem })
        : state;
    case 'preparation-missing':
      return stage.kind === 'collect-upload' || stage.kind === 'collect-list'
        ? state
        : at(state, { ...here, kind: 'collect-camera-problem', ...toUnloadedProblem(stage) });
    case 'picture-taken': {
      if (stage.kind === 'collect-upload' || stage.kind === 'collect-list') return state;
      const { imageUrl, source, name = '', sizeBytes = 0 } = event;
      return at({ ...state, source }, { ...here, kind: 'collect-review', imageUrl, name, sizeBytes });
    }
    case 'picture-rejected':
      return stage.kind === 'collect-review' ? captureAgain(state, stage) : state;
    case 'picture-accepted':
      if (stage.kind === 'collect-review') return send(state, here, stage);
      return stage.kind === 'collect-list' && files.length >= collectingOf(step).least
        ? send(state, { slot: files[0]!.slot, files })
        : state;
    case 'file-stored': {
      const sent = sentIn(state);
      return sent?.kind === 'collect-upload' && slot === event.slot ? store(state, step, sent) : state;
    }
    case 'file-wanted': {
      const next = nextSlotOf(step, files);
      return stage.kind === 'collect-list' && next
        ? at(state, { files, slot: next, kind: 'collect-instruct' })
        : state;
    }
    case 'file-removed':
      return stage.kind === 'collect-list' ? remove(state, stage, event.slot) : state;
    case 'picture-unusable':
      return at(state, {
        ...here,
        kind: 'collect-retry',
        reasons: [event.fault ?? 'FILE_UNREADABLE'],
        isJudged: false,
        refusals: stage.kind === 'collect-retry' ? stage.refusals + 1 : 1,
        unsent: unsentOf(stage),
      });
    case 'tried-again':
      if (stage.kind === 'collect-camera-problem') return at(state, { ...here, kind: 'collect-camera' });
      if (stage.kind === 'collect-retry' && stage.unsent && stage.reasons[0] === 'FILE_BLOCKED')
        return { ...state, stage: stage.unsent };
      // Goes straight back to the camera if the last picture came from it, since the user knows the instructions.
      return stage.kind === 'collect-retry' ? captureAgain(state, stage) : state;
    case 'went-back':
      return goBack(state, step, stage);
    default:
      return state;
  }
}

function at(state: FlowState, stage: CollectStage): FlowState {
  return { ...state, stage, stored: stage.files.map(({ slot }) => slot) };
}

function mayTake({ kind }: CollectStage): boolean {
  return kind === 'collect-instruct' || kind === 'collect-retry' || kind === 'collect-camera-problem';
}

/** Uses the first slot for any list, so that it stays the same screen. */
function list(state: FlowState, files: CollectStage['files']): FlowState {
  return at(state, { kind: 'collect-list', slot: 'evidence-1', files });
}

/** Sends a file. Without one, all required files are stored, and only the submission is missing. */
function send(
  state: FlowState,
  { slot, files }: Pick<CollectStage, 'slot' | 'files'>,
  { name, sizeBytes }: FileLook = { name: '', sizeBytes: 0 },
): FlowState {
  return at(state, { kind: 'collect-upload', slot, files, name, sizeBytes, progress: null, offline: false });
}

function store(
  state: FlowState,
  step: CollectStep,
  stage: Extract<CollectStage, { kind: 'collect-upload' }>,
): FlowState {
  const { slot, name, sizeBytes } = stage;
  const { slots, isList } = collectingOf(step);
  const known = [...stage.files, { slot, name, sizeBytes }];
  const files = known.sort((one, other) => slots.indexOf(one.slot) - slots.indexOf(other.slot));
  if (isList) return list(state, files);
  const next = nextSlotOf(step, files);
  // With all files stored, the upload screen stays until the submission is answered.
  return next ? at(state, { kind: 'collect-instruct', slot: next, files }) : at(state, { ...stage, files });
}

function remove(state: FlowState, { files }: CollectStage, slot: CollectSlot): FlowState {
  const left = files.filter((file) => file.slot !== slot);
  return left.length > 0 ? list(state, left) : at(state, { kind: 'collect-instruct', slot, files: left });
}

function captureAgain(state: FlowState, { slot, files }: CollectStage): FlowState {
  return at(state, { kind: state.source === 'camera' ? 'collect-camera' : 'collect-instruct', slot, files });
}

function goBack(state: FlowState, step: CollectStep, stage: CollectStage): FlowState {
  const { kind, slot, files } = stage;
  switch (kind) {
    case 'collect-instruct':
      return collectingOf(step).isList && files.length > 0 ? list(state, files) : state;
    case 'collect-camera':
    case 'collect-camera-problem':
      return at(state, { kind: 'collect-instruct', slot, files });
    case 'collect-review':
      return captureAgain(state, stage);
    case 'collect-retry':
      // Goes back only from files that could not be sent, which cost no attempt: a user with enough files can submit those.
      return stage.isJudged ? state : at(state, { kind: 'collect-instruct', slot, files });
    default:
      kind satisfies 'collect-upload' | 'collect-list';
      return state;
  }
}
