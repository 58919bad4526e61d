import { expect, vi } from 'vitest';
import type { ScriptedEvaluator } from './scripted-evaluator.ts';

/** Holds uploaded pictures and videos before re-encoding until the test releases them. Undone by `vi.restoreAllMocks`. */
export class HeldPictures {
  /** Functions that each release one upload, in the order of arrival. */
  readonly waiting: (() => void)[] = [];
  /** Number of uploads that have reached re-encoding. */
  begun = 0;
  #isHeld = true;

  constructor(evaluator: ScriptedEvaluator) {
    const cleanPicture = evaluator.cleanPicture.bind(evaluator);
    const cleanVideo = evaluator.cleanVideo.bind(evaluator);
    vi.spyOn(evaluator, 'cleanPicture').mockImplementation(async (bytes) => {
      await this.#turn();
      return cleanPicture(bytes);
    });
    vi.spyOn(evaluator, 'cleanVideo').mockImplementation(async (bytes) => {
      await this.#turn();
      return cleanVideo(bytes);
    });
  }

  /**
   * Sends an upload, and resolves once it is held. The reply is wrapped in an object, because awaiting this function would
   * otherwise await the reply.
   */
  async sendUntilHeld<Reply>(send: () => Promise<Reply>): Promise<{ readonly reply: Promise<Reply> }> {
    const before = this.waiting.length;
    const reply = send();
    await vi.waitFor(() => expect(this.waiting).toHaveLength(before + 1), { interval: 1 });
    return { reply };
  }

  /** Releases all held uploads, and holds no further ones. */
  releaseAll(): void {
    this.#isHeld = false;
    for (const resume of this.waiting.splice(0)) resume();
  }

  async #turn(): Promise<void> {
    this.begun += 1;
    if (this.#isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
