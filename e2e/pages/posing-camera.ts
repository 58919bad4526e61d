import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { SelfieView } from '@vendor/specimens';
import { pictures } from '../specimen.ts';
import { prompts } from './face-before-camera.ts';

/** The order of the views in the video of a face. */
const order: readonly SelfieView[] = ['straight', 'left', 'right', 'closer'];

/** Between the end of a JPEG and the beginning of the next. */
const seam = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/** Views of the poser, and the prompts that ask for them: view → JPEG as base64, prompt → view. */
export interface Poser {
  readonly shown: readonly (readonly [SelfieView, string])[];
  readonly prompts: Readonly<Record<string, SelfieView>>;
}

/** Somebody before a camera. */
export interface PoserOptions {
  /** Video of the heads that are shown; the specimen's, if absent. */
  readonly video?: string;
  /** Views shown in place of those that are asked for, by somebody who does not do as asked. */
  readonly instead?: Partial<Readonly<Record<SelfieView, SelfieView>>>;
}

/** The heads of a video, one of each view, and which of them each prompt is answered with. */
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
 * Seats somebody before the camera of a page, or of all pages of a context, who does what the flow asks for, or something else, as
 * soon as it is asked and for as long as it is: the heads of a video, each a little different from picture to picture.
 */
export async function seatPoser(pages: BrowserContext | Page, options: PoserOptions = {}): Promise<void> {
  await pages.addInitScript(poseAsAsked, await posingHeads(options));
}

/** Runs in a page, the oldest browser's among them; needs nothing but what it is given. */
export function poseAsAsked({ shown, prompts }: Poser): void {
  // A page without a safe address has no cameras.
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
      // Of a live head no two pictures are the same, however long it is filmed. The mark beside it stays, and comes back after
      // nine minutes: after 17 seconds it met itself where a slow machine takes a third of that for each pose.
      const [red, green, blue] = [tick, tick / 32, tick / 1024].map((count) => (Math.floor(count) % 32) * 8);
      context.fillStyle = `rgb(${red} ${green} ${blue})`;
      context.fillRect(64, canvas.height - 64, 64, 64);
      requestAnimationFrame(draw);
    };
    draw();
    return stream;
  };
}

/** The pictures of a Motion JPEG. */
function framesOf(video: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let from = 0;
  for (let at = video.indexOf(seam); at >= 0; at = video.indexOf(seam, at + 2)) {
    frames.push(video.subarray(from, at + 2));
    from = at + 2;
  }
  return [...frames, video.subarray(from)];
}
