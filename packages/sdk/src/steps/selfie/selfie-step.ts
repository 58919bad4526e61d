import type { SelfieFrameSlot, SelfieStep } from '@vendor/contract';
import { at, type FlowEvent, type FlowState, stepOf } from '../../flow/flow-state.ts';

/** Returns the current selfie step; null if the current step is of another kind, or there is none. */
export function selfieStepOf(state: FlowState): SelfieStep | null {
  const step = stepOf(state);
  return step?.kind === 'selfie' ? step : null;
}

/** Returns the slot for the key frame of a pose, counted from 0. */
export function slotOfPose(pose: number): SelfieFrameSlot {
  return `selfie-${pose + 1}` as SelfieFrameSlot;
}

/**
 * Returns the flow at the start of a selfie step: shows the reasons for a retry first. After a reload, all poses are repeated,
 * so that one video shows them all, unless every pose is stored.
 */
export function enterSelfie(state: FlowState, step: SelfieStep): FlowState {
  if (step.poses.every((_pose, index) => state.stored.includes(slotOfPose(index)))) {
    return at(state, { kind: 'selfie-upload', progress: null, offline: false });
  }
  if (step.reasons.length > 0 && state.stored.length === 0) {
    return at(state, { kind: 'selfie-retry', reasons: step.reasons });
  }
  return at(state, { kind: 'selfie-instruct' });
}

/** Returns the flow after an event of a selfie step. */
export function advanceSelfie(state: FlowState, step: SelfieStep, event: FlowEvent): FlowState {
  const { stage } = state;
  switch (event.kind) {
    case 'camera-asked':
      return stage.kind === 'selfie-instruct' ? openCamera(state) : state;
    case 'tried-again':
      return stage.kind === 'selfie-camera-problem' || stage.kind === 'selfie-retry'
        ? openCamera(state)
        : state;
    case 'camera-failed':
      return stage.kind === 'selfie-camera'
        ? at(state, { kind: 'selfie-camera-problem', problem: event.problem })
        : state;
    case 'pose-stored':
      return stage.kind === 'selfie-camera' && stage.taken === event.pose
        ? store(state, step, event.pose)
        : state;
    case 'picture-unusable':
      return stage.kind === 'selfie-camera'
        ? at(state, { kind: 'selfie-retry', reasons: ['IMAGE_UNREADABLE'] })
        : state;
    case 'went-back':
      return stage.kind === 'selfie-camera' || stage.kind === 'selfie-camera-problem'
        ? at(state, { kind: 'selfie-instruct' })
        : state;
    default:
      return state;
  }
}

/** Starts with the first pose, because the service discards the later frames when the first one is replaced. */
function openCamera(state: FlowState): FlowState {
  return at({ ...state, stored: [] }, { kind: 'selfie-camera', taken: 0, offline: false });
}

function store(state: FlowState, { poses }: SelfieStep, pose: number): FlowState {
  const stored = { ...state, stored: [...state.stored, slotOfPose(pose)] };
  const taken = pose + 1;
  return taken < poses.length
    ? at(stored, { kind: 'selfie-camera', taken, offline: false })
    : at(stored, { kind: 'selfie-upload', progress: null, offline: false });
}
