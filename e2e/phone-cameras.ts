import type { Page } from '@playwright/test';

/** The front and back camera of a phone; the back one has a light. */
export interface PhoneCameras {
  /** Returns the camera that is open, and whether its light is on. */
  now(): Promise<{ readonly facing: 'back' | 'front'; readonly isLit: boolean } | null>;
}

/**
 * Presents the page's only camera as the two of a phone. Call it before `trackCameras`, so that the tracks of the flow are
 * tracked.
 */
export async function simulatePhoneCameras(page: Page): Promise<PhoneCameras> {
  await page.addInitScript(() => {
    const media = navigator.mediaDevices;
    const original = media.getUserMedia.bind(media);
    const facing = { back: 'environment', front: 'user' } as const;
    window.phoneCamera = null;
    media.enumerateDevices = async () =>
      (['back', 'front'] as const).map((side) => ({
        kind: 'videoinput',
        deviceId: side,
        groupId: '',
        label: `camera, facing ${side}`,
        toJSON: () => ({}),
      }));
    media.getUserMedia = async (wanted) => {
      const { deviceId, ...size } = Object(wanted?.video);
      const side = deviceId?.exact === 'front' ? 'front' : 'back';
      const stream = await original({ video: size });
      const [track] = stream.getVideoTracks();
      if (!track) throw new Error('The camera gives no picture.');
      const state = { facing: side, isLit: false } as const;
      window.phoneCamera = { ...state, track };
      const settings = track.getSettings();
      track.getSettings = () => ({ ...settings, deviceId: side, facingMode: facing[side] });
      track.getCapabilities = () => (side === 'back' ? { torch: true } : {}) as MediaTrackCapabilities;
      track.applyConstraints = async (set) => {
        const torch = Object(set?.advanced?.[0]).torch;
        if (typeof torch === 'boolean') window.phoneCamera = { ...state, track, isLit: torch };
      };
      return stream;
    };
  });
  return {
    now: () =>
      page.evaluate(() => {
        const { phoneCamera: camera } = window;
        return camera?.track.readyState === 'live' ? { facing: camera.facing, isLit: camera.isLit } : null;
      }),
  };
}
