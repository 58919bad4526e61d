import type { OpenOcrEngine } from '../ocr/ocr-engine.ts';
import type { AddressEvaluation, AddressTask } from './address-task.ts';
import { judgeLetter } from './judge-letter.ts';
import { readLetter } from './read-letter.ts';

/** Checks a proof of address: reads the letter and judges its content. OCR of a page takes a few seconds of one core. */
export async function checkAddress(task: AddressTask, openEngine: OpenOcrEngine): Promise<AddressEvaluation> {
  const reading = await readLetter(task.file, openEngine);
  return reading.kind === 'retry' ? reading : judgeLetter(reading.pages, reading.isShown, task);
}
