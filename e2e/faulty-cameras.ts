import type { Page } from '@playwright/test';

/**
 * Fault of an open camera: its picture is black, frozen or ended, or the system mutes it. While all are unplugged, none can be
 * opened.
 */
export type CameraFault = 'black' | 'frozen' | 'ended' | 'muted' | 'unplugged';

/** Cameras of a page whose faults the test controls. */
export interface FaultyCameras {
  /** Applies a fault to the open camera. Cameras opened later work. */
  applyFault(fault: CameraFault): Promise<void>;
  /** Applies a fault to every camera until it is called with null. */
  applyFaultToAll(fault: CameraFault | null): Promise<void>;
  /** Plugs the cameras in again, after the flow has noticed that there are none, and fires the browser's event. */
  plugIn(): Promise<void>;
}

/**
 * Routes the page's cameras through a canvas, where the test can apply faults. Call it before `trackCameras`, so that the
 * tracks of the flow are tracked.
 */
export async function spoilCameras(page: Page): Promise<FaultyCameras> {
  await page.addInitScript(() => {
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const listDevices = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    window.cameraFaults = { all: null, spoil: () => {}, missed: 0 };
    navigator.mediaDevices.enumerateDevices = async () => {
      const devices = await listDevices();
      if (window.cameraFaults.all !== 'unplugged') return devices;
      window.cameraFaults.missed += 1;
      return devices.filter(({ kind }) => kind !== 'videoinput');
    };
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      if (window.cameraFaults.all === 'unplugged')
        throw new DOMException('Requested device not found', 'NotFoundError');
      const source = await original(constraints);
      const video = Object.assign(document.createElement('video'), { muted: true, srcObject: source });
      await video.play();
      const canvas = document.createElement('canvas');
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      const context = canvas.getContext('2d');
      const stream = canvas.captureStream();
      const [track] = stream.getVideoTracks();
      if (!track || !context) throw new Error('The canvas gives no stream.');
      let fault: string | null = null;
      const injectFaults = (name: string) => {
        fault = name;
        if (name === 'muted') Object.defineProperty(track, 'muted', { value: true });
        if (name === 'ended' || name === 'unplugged') {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
      };
      window.cameraFaults.spoil = injectFaults;
      const draw = () => {
        if (track.readyState === 'ended') {
          for (const each of source.getTracks()) each.stop();
          return;
        }
        if (fault === null && window.cameraFaults.all !== null) injectFaults(window.cameraFaults.all);
        if (fault === 'black') context.fillRect(0, 0, canvas.width, canvas.height);
        else if (fault !== 'frozen') context.drawImage(video, 0, 0);
        requestAnimationFrame(draw);
      };
      draw();
      return stream;
    };
  });
  return {
    applyFault: (fault) => page.evaluate((name) => window.cameraFaults.spoil(name), fault),
    applyFaultToAll: (fault) =>
      page.evaluate((name) => {
        window.cameraFaults.all = name;
        if (name !== null) window.cameraFaults.spoil(name);
      }, fault),
    async plugIn() {
      await page.waitForFunction(() => window.cameraFaults.missed > 0);
      await page.evaluate(() => {
        window.cameraFaults.all = null;
        window.cameraFaults.missed = 0;
        navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
      });
    },
  };
}
