import { startChromium } from './chromium.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** A browser that the journeys are walked in. */
export interface Engine {
  readonly name: string;
  /** Whether its own fake camera plays our video; the pages of others are given a camera by `giveCamera`. */
  readonly playsVideo: boolean;
  /** The kind of video that it makes of a camera's stream. */
  readonly recordsVideo: string;
  start(videoPath: string): Promise<DrivenBrowser>;
}

/** Paths of the programs, as scripts/browsers.mjs has found or installed them: name → path. */
const programs: Readonly<Record<string, string>> = JSON.parse(process.env.BROWSERS ?? '{}');

const starts = {
  chromium: (name: string, path: string): Engine => ({
    name,
    // Later ones, as they come in their packages, cannot read a Motion JPEG.
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

/** All browsers that are there, e.g. Chromium 81, Firefox ESR, WebKitGTK. */
export const engines: readonly Engine[] = Object.entries(programs).map(([name, path]) =>
  starts[name.split(' ')[0]?.toLowerCase().replace('webkitgtk', 'webkit') as keyof typeof starts](name, path),
);
