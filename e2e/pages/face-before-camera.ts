import type { Page } from '@playwright/test';
import { type SelfieView, selfieMarks } from '@vendor/specimens';

/** Prompts of the flow, with the pose that each asks for. */
export const prompts: Readonly<Record<string, SelfieView>> = {
  'Look straight ahead': 'straight',
  'Turn your head left': 'left',
  'Turn your head right': 'right',
  'Come closer': 'closer',
};

/** Knowledge of somebody before the camera: prompt → pose, pose → colour of its mark, pose → view shown in its place. */
interface PoseKnowledge {
  readonly prompts: Readonly<Record<string, SelfieView>>;
  readonly marks: Readonly<Record<SelfieView, readonly number[]>>;
  readonly instead: Partial<Record<SelfieView, SelfieView>>;
}

/** Argument of `takePosesShown` for a user who does every pose as asked. */
export const honestPoses: PoseKnowledge = { prompts, marks: selfieMarks, instead: {} };

/**
 * Does what the flow asks for, as somebody who takes the time that is needed: the timer off, and the shutter pressed when the
 * camera shows the pose that is asked for. The video shows every pose in turn; a mark in its corner tells which, and a grey beside
 * it which picture of the pose it is.
 *
 * @param instead - what is shown in place of a pose that is asked for, by somebody who does not do as asked.
 * @returns the poses in the order they were asked for.
 */
export async function holdPoses(
  page: Page,
  instead: Partial<Record<SelfieView, SelfieView>> = {},
): Promise<string[]> {
  return page.evaluate(takePosesShown, { ...honestPoses, instead });
}

/** Runs in a page, the oldest browser's among them; needs nothing but what it is given. */
export async function takePosesShown({ prompts, marks, instead }: PoseKnowledge): Promise<string[]> {
  const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const held: string[] = [];
  /** How many pictures of each pose were taken, in earlier attempts too: none of their pictures is taken for another. */
  const memory = window as { posesTaken?: Record<string, number> };
  const taken = memory.posesTaken ?? {};
  memory.posesTaken = taken;
  /** Since when the flow waits for a pose; null while it does not. */
  let askedMs: number | null = null;

  /** The colour of the camera's picture beside its lower left corner. */
  function colourAt(x: number): readonly [number, number, number] | null {
    const video = root?.querySelector('video');
    if (!video || video.readyState < 2) return null;
    context?.drawImage(video, x, video.videoHeight - 24, 1, 1, 0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return [r, g, b];
  }

  /** The pose that the camera shows; undefined while its picture goes over into the next. */
  function shown(): string | undefined {
    const colour = colourAt(16);
    const near = (mark: readonly number[]) =>
      colour?.reduce((sum, value, index) => sum + Math.abs(value - (mark[index] ?? 0)), 0) ?? 999;
    return Object.entries(marks).find(([, mark]) => near(mark) < 120)?.[0];
  }

  /**
   * The video comes round again; of a live head no two pictures are the same, so each picture of a pose is taken at a time of its
   * own. None in the second half: the picture is one that the camera shows after the shutter was pressed, and a slow machine takes
   * a while.
   */
  function isTimeFor(pose: string): boolean {
    const [grey] = colourAt(96) ?? [0];
    const from = 18 + 32 * ((taken[pose] ?? 0) % 4);
    return grey >= from && grey < from + 14;
  }

  /** Nobody moves the head in less: the service takes such poses for pictures that were made before. */
  const reactionMs = 500;

  while (root?.querySelector('.selfie')) {
    const shutter = root.querySelector<HTMLButtonElement>('.shutter');
    const asked = prompts[root.querySelector('.pill span')?.textContent ?? ''];
    const wanted = asked && (instead[asked] ?? asked);
    const isAsked =
      asked !== undefined && shutter !== null && shutter.getAttribute('aria-disabled') !== 'true';
    const nowMs = performance.now();
    askedMs = isAsked ? (askedMs ?? nowMs) : null;
    if (
      asked &&
      wanted &&
      shutter &&
      askedMs !== null &&
      nowMs - askedMs >= reactionMs &&
      shown() === wanted &&
      isTimeFor(wanted)
    ) {
      held.push(asked);
      taken[wanted] = (taken[wanted] ?? 0) + 1;
      askedMs = null;
      shutter.click();
    }
    await nextFrame();
  }
  return held;
}
