import { startChromium } from './chromium.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** A browser in which the journeys run. */
export interface Engine {
  readonly name: string;
  /** Whether the browser's own fake camera plays our video. Pages of other browsers get a camera by `giveCamera`. */
  readonly playsVideo: boolean;
  /** Container type of videos that it records. */
  readonly recordsVideo: string;
  start(videoPath: string): Promise<DrivenBrowser>;
}

/** Paths of the programs by name, as found or installed by scripts/browsers.mjs. */
const programs: Readonly<Record<string, string>> = JSON.parse(process.env.BROWSERS ?? '{}');

const starts = {
  chromium: (name: string, path: string): Engine => ({
    name,
    // The packages of later versions cannot decode Motion JPEG, in which faces are recorded.
    playsVideo: name === 'Chromium 81',
    recordsVideo: 'video/webm',
    start: (videoPath) => startChromium(name.replace(' ', '-').toLowerCase(), path, videoPath),
  }),
  firefox: (name: string, path: string): Engine => ({
    name,
    playsVideo: false,
    recordsVideo: 'video/webm',
    start: () => startFirefox(path),
  }),
  webkit: (name: string, path: string): Engine => ({
    name,
    playsVideo: false,
    recordsVideo: 'video/webm',
    start: () => startWebKit(path),
  }),
};

/** All available browsers, e.g. Chromium 81, Firefox ESR, WebKitGTK. */
export const engines: readonly Engine[] = Object.entries(programs).map(([name, path]) =>
  starts[name.split(' ')[0]?.toLowerCase().replace('webkitgtk', 'webkit') as keyof typeof starts](name, path),
);
