import { type Camera, CameraFailure, type CameraFeed } from '../../session/ports.ts';
import { type KnownCamera, usableCameras } from './choose-camera.ts';
import { type FrameSource, playStream } from './frame-source.ts';
import { idOf, type OpenStream, openStream } from './open-stream.ts';

/** Makes the device's camera. Making it asks for nothing. */
export function createDeviceCamera(): Camera {
  /** The permission as it stood when the camera was last denied; null when the browser does not tell. */
  let denied: { readonly permission: PermissionStatus; readonly state: PermissionState } | null = null;

  /** Before anybody hears of the denial: the user may change the permission in the very next moment. */
  async function noteDenial(): Promise<void> {
    const permission = await cameraPermission();
    denied = permission && { permission, state: permission.state };
  }

  return {
    async open(otherThan, signal) {
      const opened = await openStream(otherThan, signal).catch(async (failure: unknown) => {
        if (failure instanceof CameraFailure && failure.problem === 'denied') await noteDenial();
        throw failure;
      });
      const { track } = opened;
      try {
        if (signal.aborted) throw new CameraFailure('busy');
        // The first frame waits for no lens: what is not sharp yet is told.
        void focusContinuously(track);
        const [frames, cameras] = await Promise.all([playStream(opened.stream, signal), opened.cameras]);
        return createFeed(opened, cameras, frames);
      } catch {
        track.stop();
        throw new CameraFailure('busy');
      }
    },

    allowed: (signal) =>
      new Promise<void>((resolve) => {
        const permission = denied?.permission;
        const check = () => {
          if (permission?.state === 'denied' && !signal.aborted) return;
          permission?.removeEventListener('change', check);
          resolve();
        };
        permission?.addEventListener('change', check);
        signal.addEventListener('abort', check, { once: true });
        // Not when it merely says "granted": the system may deny what the browser allows.
        if (permission && permission.state !== denied?.state) check();
      }),
  };
}

function createFeed(
  { stream, track }: OpenStream,
  cameras: readonly KnownCamera[],
  frames: FrameSource,
): CameraFeed {
  const { facingMode } = track.getSettings();
  let onStopped = () => {};
  const tellStopped = () => onStopped();
  track.addEventListener('ended', tellStopped);
  return {
    stream,
    widthPx: frames.widthPx,
    heightPx: frames.heightPx,
    mirrored: facingMode === 'user',
    cameraId: idOf(track),
    canSwitchCamera: usableCameras(cameras).length > 1,
    hasTorch: capabilitiesOf(track).torch === true,
    grabFrame: (outline) => frames.grabFrame(outline),
    takePicture: () => frames.takePicture(),
    setTorch: (on) => applyAdvanced(track, { torch: on }),
    onStopped(listener) {
      onStopped = listener;
      if (track.readyState === 'ended') listener();
    },
    close() {
      track.removeEventListener('ended', tellStopped);
      for (const each of stream.getTracks()) each.stop();
      frames.close();
    },
  };
}

/** What cameras can do beyond the first edition of the standard (MediaStream Image Capture). */
interface PhotoCapabilities {
  readonly torch?: boolean;
  readonly focusMode?: readonly string[];
}

interface PhotoConstraints {
  readonly torch?: boolean;
  readonly focusMode?: string;
}

function capabilitiesOf(track: MediaStreamTrack): PhotoCapabilities {
  return (track.getCapabilities?.() ?? {}) as PhotoCapabilities;
}

async function focusContinuously(track: MediaStreamTrack): Promise<void> {
  if (capabilitiesOf(track).focusMode?.includes('continuous'))
    await applyAdvanced(track, { focusMode: 'continuous' });
}

async function applyAdvanced(track: MediaStreamTrack, constraint: PhotoConstraints): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
    return true;
  } catch {
    return false; // the camera promised what it cannot do
  }
}

async function cameraPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'camera' as PermissionName });
  } catch {
    return null; // Firefox and older Safari do not tell
  }
}
