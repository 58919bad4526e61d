import { availableParallelism, totalmem } from 'node:os';

/**
 * Memory that a process may hold, and memory that is set aside for it, in megabytes. Uploads may be anything: as much is set
 * aside as they may hold. Other processes see what was decoded before, or one card: they hold what was measured.
 */
export const decoderMemory = {
  uploads: { most: 340, reserved: 340 },
  documents: { most: 500, reserved: 240 },
  letters: { most: 700, reserved: 350 },
  faces: { most: 1_000, reserved: 520 },
  cards: { most: 500, reserved: 240 },
} as const;

/** Memory that a process for uploads may hold between tasks, in megabytes; one is always ready beside those at work. */
export const idleUploadMb = 190;

/** Memory that documents and faces need at once, in megabytes: a selfie holds up no document. */
const sharedMb = decoderMemory.documents.reserved + decoderMemory.faces.reserved;

/** The least that other processes than those for uploads can do with, one after the other, in megabytes. */
const leastSharedMb = 170;

/** Memory that a process for faces, one for letters and one for cards need at once, in megabytes. */
const slowMb = decoderMemory.faces.reserved + decoderMemory.letters.reserved + decoderMemory.cards.reserved;

/** Memory that each further process adds where there is enough: one for uploads, and room for what it hands on. */
const perProcessMb = 700;

export interface DecoderSizes {
  /** How many uploads are decoded at full priority, and how many documents are checked. */
  readonly processes: number;
  /** How many selfies, letters and uploads of cards are checked at a time, each. */
  readonly faces: number;
  readonly letters: number;
  readonly cards: number;
  /** Memory that processes share beside those for uploads, in megabytes; above 0. */
  readonly sharedMb: number;
}

/** Settings of the operator; null: as the machine allows. */
export type DecoderSettings = Readonly<
  Record<'processes' | 'memoryMb' | 'faces' | 'letters' | 'cards', number | null>
>;

/** The machine, or the container. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** The least `DECODER_MEMORY_MB` for so many processes. */
export function leastDecoderMemoryMb(processes: number): number {
  return keptMb(processes) + leastSharedMb;
}

/**
 * Decides how many processes there are and what they may hold: by the settings, else by cores and memory. One core stays for
 * requests where there are several, and half of the memory for everything else.
 */
export function sizeDecoders(machine: Machine, set: DecoderSettings): DecoderSizes {
  const wanted = set.processes ?? Math.max(1, machine.cores - 1);
  const usual = Math.min(
    keptMb(1) + sharedMb + (wanted - 1) * perProcessMb,
    Math.floor(machine.memoryMb / 2),
  );
  const memoryMb = set.memoryMb ?? usual;
  const fitting = Math.floor((memoryMb - idleUploadMb - sharedMb) / decoderMemory.uploads.reserved);
  const processes = set.processes ?? Math.max(1, Math.min(wanted, fitting));
  const shared = Math.max(leastSharedMb, memoryMb - keptMb(processes));
  // A process of each must fit beside the others, and half of the cores are left to documents.
  const others = Math.max(1, Math.min(Math.floor(processes / 2), Math.floor(shared / slowMb)));
  return {
    processes,
    faces: set.faces ?? others,
    letters: set.letters ?? others,
    cards: set.cards ?? others,
    sharedMb: shared,
  };
}

/** This machine, or the container it is. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const total = totalmem();
  const bytes = limit > 0 ? Math.min(limit, total) : total;
  return { cores: availableParallelism(), memoryMb: Math.floor(bytes / (1024 * 1024)) };
}

function keptMb(processes: number): number {
  return processes * decoderMemory.uploads.reserved + idleUploadMb;
}
