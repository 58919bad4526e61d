import type { Page } from '@playwright/test';

/**
 * Presents the page's only camera as an external webcam beside a closed laptop, whose own black camera the browser picks first.
 * Call it before `trackCameras`, so that the tracks of the flow are tracked.
 *
 * @returns a function that lists the cameras opened so far, in order, each with the number of cameras already running.
 */
export async function simulateClosedLaptop(
  page: Page,
): Promise<() => Promise<[name: string, running: number][]>> {
  await page.addInitScript(() => {
    const media = navigator.mediaDevices;
    const original = media.getUserMedia.bind(media);
    const tracks: MediaStreamTrack[] = [];
    window.openedWebcams = [];
    media.enumerateDevices = async () =>
      ['built-in', 'beside'].map((deviceId) => ({
        kind: 'videoinput',
        deviceId,
        groupId: '',
        label: `Webcam, ${deviceId}`,
        toJSON: () => ({}),
      }));

    function blackStream(): MediaStream {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
      const context = canvas.getContext('2d');
      const stream = canvas.captureStream();
      const draw = () => {
        context?.fillRect(0, 0, canvas.width, canvas.height);
        if (stream.active) requestAnimationFrame(draw);
      };
      draw();
      return stream;
    }

    media.getUserMedia = async (wanted) => {
      const { deviceId: asked, facingMode: _, ...size } = Object(wanted?.video);
      const deviceId = asked?.exact ?? asked?.ideal ?? 'built-in';
      const running = tracks.filter(({ readyState }) => readyState === 'live').length;
      const stream = deviceId === 'beside' ? await original({ video: size }) : blackStream();
      const [track] = stream.getVideoTracks();
      if (!track) throw new Error('The camera gives no picture.');
      const settings = track.getSettings();
      track.getSettings = () => ({ ...settings, deviceId });
      tracks.push(track);
      window.openedWebcams.push([deviceId, running]);
      return stream;
    };
  });
  return () => page.evaluate(() => window.openedWebcams);
}
