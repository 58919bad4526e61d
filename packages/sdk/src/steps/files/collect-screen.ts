import { type CollectStep, type CollectTask, collectingOf, nextSlotOf } from '../../flow/collecting.ts';
import type { CollectStage } from '../../flow/flow-state.ts';
import type { Screen } from '../../flow/screen.ts';

/** Returns the screen for a stage of a step that collects files. */
export function collectScreenOf(stage: CollectStage, step: CollectStep): Screen {
  const { slot, files } = stage;
  const { least, takesPictures, takesPdfs } = collectingOf(step);
  const { fileAllowed } = step;
  const fileTypes = [takesPictures && 'image/*', takesPdfs && 'application/pdf'].filter(Boolean).join();
  const ways = { fileAllowed, fileTypes, cameraAllowed: takesPictures };
  const here = { slot, task: toTask(stage, step) };
  switch (stage.kind) {
    case 'collect-instruct':
    case 'collect-camera':
      return { kind: stage.kind, ...here, ...ways };
    case 'collect-camera-problem':
      return { kind: 'camera-problem', problem: stage.problem, times: stage.times, fileAllowed, fileTypes };
    case 'collect-review':
    case 'collect-upload':
      return { ...stage, ...here };
    case 'collect-list':
      return {
        ...stage,
        ...here,
        isEnough: files.length >= least,
        mayAdd: nextSlotOf(step, files) !== null,
      };
    case 'collect-retry': {
      const attemptsLeft = stage.isJudged ? step.attemptsLeft + 1 : Number.POSITIVE_INFINITY;
      return { ...stage, ...here, ...ways, attemptsLeft };
    }
  }
}

function toTask({ slot }: CollectStage, step: CollectStep): CollectTask {
  switch (step.kind) {
    case 'address':
      return { of: 'address', accepts: step.accepts, maxAgeDays: step.maxAgeDays };
    case 'card':
      return { of: 'card', side: slot === 'card-back' ? 'back' : 'front', sides: step.sides.length };
    case 'evidence':
      return {
        of: 'evidence',
        texts: step.texts,
        minFiles: step.minFiles,
        maxFiles: step.maxFiles,
        accepts: step.accepts,
      };
  }
}
