import type { Signal } from '@preact/signals';
import type { FormAnswers } from '@vendor/contract';
import { losesByLeaving } from '../flow/ending.ts';
import type { createCameras } from './camera/cameras.ts';
import type { createPictures } from './pictures.ts';
import type { Sending } from './sending.ts';
import type { FlowActions } from './view.ts';

/** Targets of the user's actions. */
interface ActionTargets extends Pick<Sending, 'flow' | 'dispatch'> {
  readonly cameras: Pick<ReturnType<typeof createCameras>, 'controls' | 'holdTimer'>;
  readonly pictures: Pick<ReturnType<typeof createPictures>, 'choose'>;
  readonly quitAsked: Signal<boolean>;
  answer(answers: FormAnswers): Promise<void>;
  /** Ends the flow for the user, even if unsent data is lost. */
  leave(): void;
}

/** Creates the actions of the screens. Most dispatch an event of the flow, some call the camera. */
export function createActions(targets: ActionTargets): FlowActions {
  const { flow, dispatch, cameras, pictures, quitAsked, answer, leave } = targets;
  return {
    begin: () => dispatch({ kind: 'begun' }),
    chooseDocument: (document) => dispatch({ kind: 'document-chosen', document }),
    openCamera: () => dispatch({ kind: 'camera-asked' }),
    takePicture: () => cameras.controls()?.takePicture(),
    switchCamera: () => cameras.controls()?.switchCamera?.(),
    toggleTorch: () => cameras.controls()?.toggleTorch?.(),
    toggleTimer: () => cameras.controls()?.toggleTimer?.(),
    holdTimer: (isHeld) => cameras.holdTimer(isHeld),
    chooseFile: (file, slot) => void pictures.choose(file, slot),
    addFile: () => dispatch({ kind: 'file-wanted' }),
    removeFile: (slot) => dispatch({ kind: 'file-removed', slot }),
    answerForm: (answers) => void answer(answers),
    acceptPicture: () => dispatch({ kind: 'picture-accepted' }),
    retakePicture: () => dispatch({ kind: 'picture-rejected' }),
    tryAgain: () => dispatch({ kind: 'tried-again' }),
    back: () => dispatch({ kind: 'went-back' }),
    finish: () => {
      if (!losesByLeaving(flow())) leave();
    },
    captureScreensMissing: () =>
      // Shows the retry screen of documents for a refused file, because the code that explains its fault is missing.
      flow().stage.kind === 'file-retry'
        ? dispatch({ kind: 'picture-unusable' })
        : dispatch({ kind: 'failed', problem: { kind: 'capture-unavailable', code: 'error_code_4' } }),
    askToQuit: () => {
      if (losesByLeaving(flow())) quitAsked.value = true;
      else leave();
    },
    confirmQuit: () => {
      if (quitAsked.peek()) leave();
    },
    cancelQuit: () => {
      quitAsked.value = false;
    },
  };
}
