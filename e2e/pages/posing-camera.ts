import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { SelfieView } from '@vendor/specimens';
import { pictures } from '../specimen.ts';
import { prompts } from './face-before-camera.ts';

/** Order of the views in the video of a face. */
const order: readonly SelfieView[] = ['straight', 'left', 'right', 'closer'];

/** End of a JPEG and beginning of the next. */
const seam = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/** Views of the simulated user as base64 JPEG, and the view shown for each prompt. */
export interface Poser {
  readonly shown: readonly (readonly [SelfieView, string])[];
  readonly prompts: Readonly<Record<string, SelfieView>>;
}

/** Options of a simulated user in front of a camera. */
export interface PoserOptions {
  /** Video of the heads to show; by default that of the specimen. */
  readonly video?: string;
  /** Views shown instead of the requested ones, for a user who does not comply. */
  readonly instead?: Partial<Readonly<Record<SelfieView, SelfieView>>>;
}

/** Extracts a head of each view from a video and assigns one to each prompt. */
export async function posingHeads({
  video = pictures.faceVideo,
  instead = {},
}: PoserOptions = {}): Promise<Poser> {
  const frames = framesOf(await readFile(video));
  const shown = order.map((view, index) => {
    const frame = frames[Math.round(((index + 0.5) * frames.length) / order.length)];
    return [view, frame!.toString('base64')] as const;
  });
  const answered = Object.entries(prompts).map(([prompt, view]) => [prompt, instead[view] ?? view] as const);
  return { shown, prompts: Object.fromEntries(answered) };
}

/**
 * Simulates a user in front of the camera of a page, or of all pages of a context, who shows the head for each prompt at once,
 * or another one. The heads come from a video and differ a little from frame to frame.
 */
export async function simulatePoser(pages: BrowserContext | Page, options: PoserOptions = {}): Promise<void> {
  await pages.addInitScript(installPosingCamera, await posingHeads(options));
}

/** Runs in a page, also in the oldest browser, so it must be self-contained. */
export function installPosingCamera({ shown, prompts }: Poser): void {
  // Insecure pages have no cameras.
  if (!navigator.mediaDevices) return;
  navigator.mediaDevices.getUserMedia = async () => {
    const heads = new Map<string, ImageBitmap>();
    for (const [view, picture] of shown) {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      heads.set(view, await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })));
    }
    const [straight] = heads.values();
    if (!straight) throw new Error('Nobody is there.');
    const canvas = Object.assign(document.createElement('canvas'), {
      width: straight.width,
      height: straight.height,
    });
    const context = canvas.getContext('2d');
    const stream = canvas.captureStream();
    const [track] = stream.getVideoTracks();
    let head = straight;
    let tick = 0;
    const draw = () => {
      if (track?.readyState !== 'live' || !context) return;
      const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
      const asked = prompts[root?.querySelector('.selfie .pill span')?.textContent ?? ''];
      head = heads.get(asked ?? '') ?? head;
      context.drawImage(head, 0, 0);
      tick += 1;
      // No two pictures of a live head are equal, however long the video. The colour of this mark repeats only after nine
      // minutes: a period of 17 seconds repeated itself on slow machines, which take a third of that for each pose.
      const [red, green, blue] = [tick, tick / 32, tick / 1024].map((count) => (Math.floor(count) % 32) * 8);
      context.fillStyle = `rgb(${red} ${green} ${blue})`;
      context.fillRect(64, canvas.height - 64, 64, 64);
      requestAnimationFrame(draw);
    };
    draw();
    return stream;
  };
}

/** Returns the pictures of a Motion JPEG. */
function framesOf(video: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let from = 0;
  for (let at = video.indexOf(seam); at >= 0; at = video.indexOf(seam, at + 2)) {
    frames.push(video.subarray(from, at + 2));
    from = at + 2;
  }
  return [...frames, video.subarray(from)];
}
