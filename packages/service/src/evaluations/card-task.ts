import { openOcrEngine, readCard } from '@vendor/checks';
import type { CardCapture } from './card-reader.ts';

/** The side of a card that a thread is to read. */
export interface CardThreadTask {
  readonly file: Uint8Array;
  readonly side: 'front' | 'back';
}

/** Reads a card in this thread. */
export async function runCardTask({ file, side }: CardThreadTask): Promise<CardCapture> {
  const { reading, picture } = await readCard(file, side, await openOcrEngine());
  return { reading: { ...reading }, picture };
}
