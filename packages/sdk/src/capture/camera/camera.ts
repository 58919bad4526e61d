import {
  type Camera,
  CameraFailure,
  type CameraPicture,
  type Facing,
  type PictureLoss,
} from '../../session/ports.ts';
import { briefMs, settleWithin } from '../timeouts.ts';
import type { Denial } from './camera-changes.ts';
import type { KnownCamera, RunningCamera } from './choose-camera.ts';
import { playStream } from './frame-source.ts';
import { type Lenses, listCameras, openStream, readDeviceId } from './open-stream.ts';

/** Loaded along with the first frame, so that pictures can be taken without a connection. */
const importKeeping = () => import('../keep-picture.ts');

/**
 * Checks whether canvases can be read, so that a picture can be taken at all. Assumes yes if the code for the check cannot be
 * loaded.
 */
const readsCanvas = () => import('../reads-canvas.ts').then((code) => code.readsCanvas()).catch(() => true);

const importChanges = () => import('./camera-changes.ts');

/** Creates the device's camera. Requests no access until `open`. */
export function createDeviceCamera(
  loadLenses: () => Promise<Lenses> = () => import('./lenses.ts'),
  loadKeeping = importKeeping,
): Camera {
  /** Denial of the last opening; undefined if it was not denied, or the browser does not report the permission. */
  let denial: Denial | undefined;

  /** Camera to open by direction: the last one that was used, or its replacement. */
  const last = new Map<Facing, string>();
  /** Direction that the last opened camera reports. */
  let running: string | undefined;
  /** Null after a failed check, which is repeated at the next opening, because the user may have changed the setting. */
  let readable: Promise<boolean> | null = readsCanvas();
  // Without the code for lenses, the browser's camera is used as it is.
  let lenses: Lenses | null = null;
  loadLenses().then(
    (loaded) => {
      lenses = loaded;
    },
    () => {},
  );

  return {
    async open(otherThan, signal, facing, onPicture) {
      denial = undefined;
      readable ??= readsCanvas();
      if (!(await settleWithin(readable, true, signal, briefMs))) {
        readable = null;
        throw new CameraFailure('unreadable');
      }
      const request = { otherThan, running, facing, last: last.get(facing) };
      const opening = openStream(request, signal, lenses);
      const answer = importChanges().then(
        ({ awaitOpening }) => awaitOpening(opening, signal),
        () => opening,
      );
      const opened = await Promise.race([opening, answer]).catch(async (failure: unknown) => {
        // Read before the failure is reported, because the user may change the permission right after it.
        if (failure instanceof CameraFailure && failure.problem === 'denied') {
          const requested = importChanges().then(({ denialNow }) => denialNow());
          denial = await settleWithin(requested, undefined, signal, briefMs);
        }
        // Forgets the camera, since another one may be free while a program uses this one. An abort does not mean that the
        // camera is in use.
        else if (!signal.aborted) last.delete(facing);
        throw failure;
      });
      const { stream, track } = opened;
      const cameraId = readDeviceId(track);
      if (cameraId && lenses) last.set(facing, cameraId);
      let known: readonly KnownCamera[] = [];
      let notifyChange = () => {};
      const setKnown = (cameras: readonly KnownCamera[]) => {
        known = cameras;
        notifyChange();
      };
      // Not awaited, because a browser may not answer before its window has the focus again.
      void listCameras().then(setKnown);
      const rememberReplacement = () => {
        const instead = lenses?.insteadOf(known, cameraId, facing, running);
        if (instead) last.set(facing, instead.deviceId);
      };
      try {
        if (signal.aborted) throw new CameraFailure('busy');
        running = track.getSettings().facingMode;
        const picture = expectedPicture(opened, facing);
        onPicture(picture);
        // Does not delay the first frame; a hint reports blurred frames.
        lenses?.focusContinuously(track);
        const frames = await playStream(stream, signal);
        const { video, grabFrame, holdFrame } = frames;
        const describePicture = () => ({
          ...picture,
          widthPx: video.videoWidth,
          heightPx: video.videoHeight,
          canSwitchCamera: !!lenses?.nextCamera(known, cameraId, facing, running),
        });
        notifyChange = () => onPicture(describePicture());
        let onLost = (_: PictureLoss) => {};
        let stopWatching = () => {};
        const notifyEnded = () => onLost('busy');
        track.onended = notifyEnded;
        const keep = () => loadKeeping().catch(() => null);
        const keeping = keep();
        import('./watch-picture.ts').then(
          ({ watchPicture }) => {
            if (track.readyState === 'live') {
              const notifyLoss = (loss: PictureLoss, hasShown: boolean) => {
                if (!hasShown) rememberReplacement();
                onLost(loss);
              };
              stopWatching = watchPicture(video, track, notifyLoss, notifyChange, setKnown);
            }
          },
          () => {}, // without it, `onended` still reports the end, and the cameras listed so far can be chosen
        );
        return {
          ...describePicture(),
          cameraId,
          isVirtual: !!lenses?.isVirtual(track),
          grabFrame,
          async takePicture(outline = null, asKept) {
            const frame = holdFrame(asKept);
            const loaded = keeping.then((code) => code ?? keep());
            // The time-out covers connections that stay open without data.
            const code = await settleWithin(loaded, null, signal);
            return code ? code.keepPicture(frame, outline) : wholePicture(frame);
          },
          hasTorch: false,
          setTorch: async () => false,
          heed() {},
          ...lenses?.createLensControls(track),
          onLost(listener) {
            onLost = listener;
            if (track.readyState === 'ended') notifyEnded();
          },
          close() {
            stopWatching();
            notifyChange = () => {};
            track.onended = null;
            for (const each of stream.getTracks()) each.stop();
            frames.close();
          },
        };
      } catch (failure) {
        track.stop();
        if (!signal.aborted) {
          // Forgets even a camera that the user chose, because it would be opened again and again.
          last.delete(facing);
          rememberReplacement();
        }
        throw failure;
      }
    },

    allowed: (signal) =>
      importChanges().then(
        ({ cameraMayOpen }) => cameraMayOpen(denial, signal),
        // Never resolves: the user still has the button to try again.
        () => new Promise<void>(() => {}),
      ),
  };
}

/** Describes the picture by the track's settings; the first frame gives the actual size. */
function expectedPicture({ stream, track }: RunningCamera, requested: Facing): CameraPicture {
  // Assumes the requested direction for cameras that report none, such as a laptop's.
  const { width = 0, height = 0, facingMode = requested } = track.getSettings();
  return { stream, widthPx: width, heightPx: height, mirrored: facingMode === 'user' };
}

/** Encodes the whole frame, without a size limit: the fallback if the code that crops it cannot be loaded. */
function wholePicture(frame: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    frame.toBlob((picture) => (picture ? resolve(picture) : reject(new Error())), 'image/jpeg', 0.8),
  );
}
