import type { Page } from '@playwright/test';
import { type SelfieView, selfieMarks } from '@vendor/specimens';

/** Prompts of the flow and the poses for which they ask. */
export const prompts: Readonly<Record<string, SelfieView>> = {
  'Look straight ahead': 'straight',
  'Turn your head left': 'left',
  'Turn your head right': 'right',
  'Come closer': 'closer',
};

/** Knowledge of a simulated user: the pose for each prompt, the mark of each pose, and the view to show instead of a pose. */
interface PoseKnowledge {
  readonly prompts: Readonly<Record<string, SelfieView>>;
  readonly marks: Readonly<Record<SelfieView, readonly number[]>>;
  readonly instead: Partial<Record<SelfieView, SelfieView>>;
}

/** Argument of `takePosesShown` for a user who does every pose as asked. */
export const honestPoses: PoseKnowledge = { prompts, marks: selfieMarks, instead: {} };

/**
 * Completes the poses like a patient user: with the timer off, presses the shutter when the camera shows the requested pose.
 * The video shows every pose in turn. A colour mark in its corner identifies the pose, and a grey beside it the picture of that
 * pose.
 *
 * @param instead - view to show instead of a requested pose, for a user who does not comply.
 * @returns the poses in the order in which they were requested.
 */
export async function holdPoses(
  page: Page,
  instead: Partial<Record<SelfieView, SelfieView>> = {},
): Promise<string[]> {
  return page.evaluate(takePosesShown, { ...honestPoses, instead });
}

/** Runs in a page, also in the oldest browser, so it must be self-contained. */
export async function takePosesShown({ prompts, marks, instead }: PoseKnowledge): Promise<string[]> {
  const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const held: string[] = [];
  /** Number of pictures taken of each pose, including earlier attempts, so that no picture is used twice. */
  const memory = window as { posesTaken?: Record<string, number> };
  const taken = memory.posesTaken ?? {};
  memory.posesTaken = taken;
  /** When the flow began to wait for a pose; null while it does not. */
  let askedMs: number | null = null;

  /** Returns a colour of the camera picture beside its lower left corner. */
  function colourAt(x: number): readonly [number, number, number] | null {
    const video = root?.querySelector('video');
    if (!video || video.readyState < 2) return null;
    context?.drawImage(video, x, video.videoHeight - 24, 1, 1, 0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return [r, g, b];
  }

  /** Returns the pose that the camera shows; undefined during a transition. */
  function shown(): string | undefined {
    const colour = colourAt(16);
    const near = (mark: readonly number[]) =>
      colour?.reduce((sum, value, index) => sum + Math.abs(value - (mark[index] ?? 0)), 0) ?? 999;
    return Object.entries(marks).find(([, mark]) => near(mark) < 120)?.[0];
  }

  /**
   * Returns whether the current picture of a pose may be taken. The video repeats but no two pictures of a live head are equal,
   * so each picture of a pose is taken at a different time. Only in the first half of that time, because the camera captures
   * the picture after the shutter was pressed, which takes a while on a slow machine.
   */
  function isTimeFor(pose: string): boolean {
    const [grey] = colourAt(96) ?? [0];
    const from = 18 + 32 * ((taken[pose] ?? 0) % 4);
    return grey >= from && grey < from + 14;
  }

  /** Minimum time in which a person can move their head. The service treats faster poses as prepared pictures. */
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
