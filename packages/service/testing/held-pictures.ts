import { expect, vi } from 'vitest';
import type { ScriptedEvaluator } from './scripted-evaluator.ts';

/** Pictures and films that have come wait to be made anew until the test lets them go on. Ended by `vi.restoreAllMocks`. */
export class HeldPictures {
  /** Each lets one go on, in the order in which they came. */
  readonly waiting: (() => void)[] = [];
  /** How many began to be made anew. */
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

  /** Sends one as far as it waits to be made anew. The reply comes in an object, or it would be waited for. */
  async untilAtWork<Reply>(send: () => Promise<Reply>): Promise<{ readonly reply: Promise<Reply> }> {
    const before = this.waiting.length;
    const reply = send();
    await vi.waitFor(() => expect(this.waiting).toHaveLength(before + 1), { interval: 1 });
    return { reply };
  }

  /** Lets all go on, those to come too. */
  letGo(): void {
    this.#isHeld = false;
    for (const goOn of this.waiting.splice(0)) goOn();
  }

  async #turn(): Promise<void> {
    this.begun += 1;
    if (this.#isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
