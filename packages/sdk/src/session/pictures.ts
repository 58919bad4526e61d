import type { CaptureSlot } from '@vendor/contract';
import { collectStepOf, type PictureSource } from '../flow/flow-state.ts';
import type { FileRefused } from './file-fault.ts';
import { loadWhenOnline, loadWithRetry } from './load-with-retry.ts';
import type { Ports } from './ports.ts';
import type { Sending } from './sending.ts';
import { sideOf } from './stage.ts';

/** Minimum width and height of a document picture, in px. The service rejects smaller ones, and counts the attempt. */
const minSidePx = 300;

type SendingCode = typeof import('../steps/document/send-document.ts');

/**
 * Loads the code that sends a document. Load it before a picture is taken, because a picture without this code would be lost.
 */
export const importSending = (): Promise<SendingCode> => import('../steps/document/send-document.ts');

/** Code of the steps that collect files. */
export type CollectCode = typeof import('../steps/files/collect-work.ts');

/** Dependencies and callbacks of the pictures of a session. */
export interface PicturesSession extends Sending {
  readonly ports: Pick<Ports, 'clock' | 'loadPreparation' | 'pictureUrls'>;
  /** Returns null until the code has loaded. */
  readonly collect: () => CollectCode | null;
  /** Resolves once the service has been told that the user has begun. */
  readonly begun: () => Promise<void>;
  /** Called when the session cannot continue. */
  readonly fail: (failure: unknown) => void;
}

/** The picture or file that the user reviews before it is sent; at most one. */
export interface Pictures {
  /** Shows the captured or chosen picture to the user. */
  show(taken: Blob, source: PictureSource, name?: string): void;
  /**
   * Prepares a file and shows it, or reports that it cannot be used or that the code for it is missing. A file chosen meanwhile
   * replaces it.
   *
   * @param slot - side or slot that the file is for; ignores the file if the flow meanwhile asks for another one, because a
   *   blocked upload got through.
   */
  choose(file: File, slot?: CaptureSlot): Promise<void>;
  /** Uploads the accepted picture, and submits once nothing is missing. */
  send(): Promise<void>;
  /**
   * Retries a blocked upload once in the background, while the user is offered alternatives.
   *
   * @param signal - aborts when the user chooses an alternative.
   */
  sendQuietly(signal: AbortSignal): Promise<void>;
  /** Loads the code that prepares files, while the user reads. */
  preload(): void;
  /** Frees the address of a picture that is no longer shown. */
  release(imageUrl: string): void;
}

/** Creates the holder of the picture between capture and upload. */
export function createPictures(session: PicturesSession): Pictures {
  const { ports, flow, dispatch, signal: life, collect, begun, fail } = session;
  const { clock, pictureUrls } = ports;
  /** Kept until it is stored, so that a failed upload can be retried. */
  let picture: Blob | null = null;
  let choices = 0;

  function show(taken: Blob, source: PictureSource, name = ''): void {
    const imageUrl = taken.type === 'application/pdf' ? '' : pictureUrls.create(taken);
    const before = flow().stage;
    dispatch({ kind: 'picture-taken', imageUrl, source, name, sizeBytes: taken.size });
    if (flow().stage !== before) picture = taken;
    else release(imageUrl);
  }

  function release(imageUrl: string): void {
    if (imageUrl) pictureUrls.revoke(imageUrl);
  }

  /** Sends one side of a document. Shows the wait for the code as a wait for the connection. */
  async function sendSide(sending: Parameters<SendingCode['sendDocument']>[0]): Promise<void> {
    const onMissing = () => dispatch({ kind: 'connection-changed', offline: true });
    const code = await loadWhenOnline(importSending, { clock, signal: life, onMissing });
    if (code && flow().stage.kind === 'upload') await code.sendDocument(sending);
  }

  return {
    show,
    release,
    async sendQuietly(signal) {
      const { stage } = flow();
      if (!picture || !('unsent' in stage && stage.unsent)) return;
      const code = await import('./send-quietly.ts').catch(() => null);
      if (!signal.aborted) await code?.sendQuietly({ ...session, clock, picture, signal });
    },
    preload() {
      ports.loadPreparation().catch(() => {
        // Loaded again when a file is chosen.
      });
    },
    async choose(file, slot) {
      if (slot && slot !== sideOf(flow())) return;
      const { stage } = flow();
      choices += 1;
      const choice = choices;
      // The stage may have changed while the page was hidden, for example behind a phone's camera app. Of two chosen files, the
      // later one counts, whichever is ready first.
      const isStillAwaited = () => flow().stage === stage && choices === choice;
      const step = collectStepOf(flow());
      const loadPreparation = () => loadWithRetry(ports.loadPreparation, clock, life);
      try {
        const code = collect();
        const ready = await (step && code
          ? code.prepareFile(file, step, loadPreparation)
          : (await loadPreparation())(file, minSidePx));
        if (isStillAwaited()) show(ready, 'file', file.name);
      } catch (error) {
        // A fault means that the file is unusable; without one, the code could not be loaded.
        const { fault } = error as Partial<FileRefused>;
        if (isStillAwaited())
          dispatch(fault ? { kind: 'picture-unusable', fault } : { kind: 'preparation-missing' });
      }
    },
    async send() {
      await begun();
      const { stage } = flow();
      if (life.aborted || !('progress' in stage)) return;
      const sending = { ...session, picture };
      const code = collect();
      if ('side' in stage) await sendSide({ ...sending, side: stage.side }).catch(fail);
      else if (code) await code.sendFile(sending).catch(fail);
      // The stage may have changed before a late answer arrives.
      const after = flow().stage;
      const isKept = /upload|problem/.test(after.kind) || ('unsent' in after && after.unsent);
      if (picture === sending.picture && !isKept) picture = null;
    },
  };
}
