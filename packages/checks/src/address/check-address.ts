import type { OpenOcrEngine } from '../ocr/ocr-engine.ts';
import type { AddressEvaluation, AddressTask } from './address-task.ts';
import { judgeLetter } from './judge-letter.ts';
import { readLetter } from './read-letter.ts';

/**
 * Checks a letter that is to show where somebody lives: reads it, and judges what it says. A few seconds of one core for a
 * page that is read by eye.
 */
export async function checkAddress(task: AddressTask, openEngine: OpenOcrEngine): Promise<AddressEvaluation> {
  const reading = await readLetter(task.file, openEngine);
  return reading.kind === 'retry' ? reading : judgeLetter(reading.pages, reading.isShown, task);
}
