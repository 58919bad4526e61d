import { collectStepOf, type PictureSource } from '../flow/flow-state.ts';
import type { FileRefused } from './file-fault.ts';
import { loadAtLast, loadPatiently } from './load-patiently.ts';
import type { Ports } from './ports.ts';
import type { Sending } from './sending.ts';

/** Least width and height of a document picture, in px. The service rejects smaller ones, and counts the attempt. */
const leastSidePx = 300;

type SendingCode = typeof import('../steps/document/send-document.ts');

/** Loads the code that sends a document; needed before there is a picture that could be lost for want of it. */
export const importSending = (): Promise<SendingCode> => import('../steps/document/send-document.ts');

/** The code of the steps that collect files. */
export type CollectCode = typeof import('../steps/files/collect-work.ts');

/** Dependencies and callbacks of the pictures of a session. */
export interface PicturesSession extends Sending {
  readonly ports: Pick<Ports, 'clock' | 'loadPreparation' | 'pictureUrls'>;
  /** Null before it has arrived. */
  readonly collect: () => CollectCode | null;
  /** Resolves once the service knows that the user has begun. */
  readonly begun: () => Promise<void>;
  /** The session cannot go on. */
  readonly fail: (failure: unknown) => void;
}

/** The picture or file that the user looks at before it is sent: one at most. */
export interface Pictures {
  /** Shows the captured or chosen picture to the user. */
  show(taken: Blob, source: PictureSource, name?: string): void;
  /**
   * Shows a file once it has been made ready, or tells that it cannot be used, or that the code for it is missing. One that is
   * chosen before that takes its place.
   */
  choose(file: File): Promise<void>;
  /** Uploads the accepted picture, and submits once nothing is missing. */
  send(): Promise<void>;
  /**
   * Sends what was blocked on its way once more while the user is offered other ways.
   *
   * @param signal - the user takes another way.
   */
  sendQuietly(signal: AbortSignal): Promise<void>;
  /** Fetches the code that makes a file ready while the user reads. */
  preload(): void;
  /** The user looks at it no more. */
  release(imageUrl: string): void;
}

/** Makes what holds the picture between the moment it is taken and the moment it is sent. */
export function createPictures(session: PicturesSession): Pictures {
  const { ports, flow, dispatch, signal: life, collect, begun, fail } = session;
  const { clock, pictureUrls } = ports;
  /** Kept until it is stored: what could not be sent is sent again when the user tries again. */
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

  /** Without a connection the code comes as late as the picture would go. */
  async function sendSide(sending: Parameters<SendingCode['sendDocument']>[0]): Promise<void> {
    const onMissing = () => dispatch({ kind: 'connection-changed', offline: true });
    const code = await loadAtLast(importSending, { clock, signal: life, onMissing });
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
        // Fetched again when a file is chosen.
      });
    },
    async choose(file) {
      const { stage } = flow();
      choices += 1;
      const choice = choices;
      // The page may have been away meanwhile: the camera app of a phone covers it. Of two that are chosen one after the other
      // the later one is meant, whichever is ready first.
      const isStillAwaited = () => flow().stage === stage && choices === choice;
      const step = collectStepOf(flow());
      const loadPreparation = () => loadPatiently(ports.loadPreparation, clock, life);
      try {
        const code = collect();
        const ready = await (step && code
          ? code.prepareFile(file, step, loadPreparation)
          : (await loadPreparation())(file, leastSidePx));
        if (isStillAwaited()) show(ready, 'file', file.name);
      } catch (error) {
        // A file that will not do is refused; without the code nothing is known of it.
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
      // The stage may have changed by the time of a late answer.
      const after = flow().stage;
      const isKept = /upload|problem/.test(after.kind) || ('unsent' in after && after.unsent);
      if (picture === sending.picture && !isKept) picture = null;
    },
  };
}
