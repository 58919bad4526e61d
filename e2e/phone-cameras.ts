import type { Page } from '@playwright/test';

/** The cameras of a phone, by the side that they look to; the one at the back has a light. */
export interface PhoneCameras {
  /** The camera that is on, and whether its light is. */
  now(): Promise<{ readonly looks: 'back' | 'front'; readonly isLit: boolean } | null>;
}

/**
 * Gives the page's one camera out for the two of a phone. To be called before `trackCameras`, which then sees the tracks that the
 * flow is given.
 */
export async function carryPhoneCameras(page: Page): Promise<PhoneCameras> {
  await page.addInitScript(() => {
    const media = navigator.mediaDevices;
    const original = media.getUserMedia.bind(media);
    const facing = { back: 'environment', front: 'user' } as const;
    window.phoneCamera = null;
    media.enumerateDevices = async () =>
      (['back', 'front'] as const).map((looks) => ({
        kind: 'videoinput',
        deviceId: looks,
        groupId: '',
        label: `camera, facing ${looks}`,
        toJSON: () => ({}),
      }));
    media.getUserMedia = async (wanted) => {
      const { deviceId, ...size } = Object(wanted?.video);
      const looks = deviceId?.exact === 'front' ? 'front' : 'back';
      const stream = await original({ video: size });
      const [track] = stream.getVideoTracks();
      if (!track) throw new Error('The camera gives no picture.');
      const state = { looks, isLit: false } as const;
      window.phoneCamera = { ...state, track };
      const settings = track.getSettings();
      track.getSettings = () => ({ ...settings, deviceId: looks, facingMode: facing[looks] });
      track.getCapabilities = () => (looks === 'back' ? { torch: true } : {}) as MediaTrackCapabilities;
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
        return camera?.track.readyState === 'live' ? { looks: camera.looks, isLit: camera.isLit } : null;
      }),
  };
}
