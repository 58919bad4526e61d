import { availableParallelism, totalmem } from 'node:os';

/**
 * Per kind of process, in megabytes: `most` is the memory that it may hold, `reserved` the memory set aside for it. Uploads are
 * arbitrary files, so their maximum is reserved. The other processes get previously decoded files or one card, so the amount
 * that was measured is reserved.
 */
export const decoderMemory = {
  uploads: { most: 340, reserved: 340 },
  documents: { most: 500, reserved: 240 },
  letters: { most: 700, reserved: 350 },
  faces: { most: 1_000, reserved: 520 },
  cards: { most: 500, reserved: 240 },
} as const;

/**
 * Memory that a process for uploads may hold between tasks, in megabytes. One idle process is always ready in addition to the
 * busy ones.
 */
export const idleUploadMb = 190;

/** Memory for checking a document and a face at the same time, in megabytes, so that a selfie does not delay documents. */
const sharedMb = decoderMemory.documents.reserved + decoderMemory.faces.reserved;

/** Minimum memory for all processes except those for uploads, in megabytes. Sufficient for running them one after the other. */
const minSharedMb = 170;

/** Memory for one process each for faces, letters and cards at the same time, in megabytes. */
const slowMb = decoderMemory.faces.reserved + decoderMemory.letters.reserved + decoderMemory.cards.reserved;

/** Memory that each further process adds if available: for the upload process itself, and for checking its results. */
const perProcessMb = 700;

export interface DecoderSizes {
  /** Number of uploads decoded at full priority, and number of documents checked, at a time. */
  readonly processes: number;
  /** Number of selfies checked at a time; likewise `letters` and `cards`. */
  readonly faces: number;
  readonly letters: number;
  readonly cards: number;
  /** Memory shared by all processes except those for uploads, in megabytes; above 0. */
  readonly sharedMb: number;
}

/** Settings of the operator; null: derived from the machine. */
export type DecoderSettings = Readonly<
  Record<'processes' | 'memoryMb' | 'faces' | 'letters' | 'cards', number | null>
>;

/** Resources of the machine or container. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** Returns the minimum of `DECODER_MEMORY_MB` for a number of processes. */
export function minDecoderMemoryMb(processes: number): number {
  return uploadsMb(processes) + minSharedMb;
}

/**
 * Determines the number of processes and their memory: from the settings, otherwise from cores and memory. Leaves one of
 * several cores for requests, and half of the memory for everything else.
 */
export function sizeDecoders(machine: Machine, set: DecoderSettings): DecoderSizes {
  const wanted = set.processes ?? Math.max(1, machine.cores - 1);
  const usual = Math.min(
    uploadsMb(1) + sharedMb + (wanted - 1) * perProcessMb,
    Math.floor(machine.memoryMb / 2),
  );
  const memoryMb = set.memoryMb ?? usual;
  const affordable = Math.floor((memoryMb - idleUploadMb - sharedMb) / decoderMemory.uploads.reserved);
  const processes = set.processes ?? Math.max(1, Math.min(wanted, affordable));
  const shared = Math.max(minSharedMb, memoryMb - uploadsMb(processes));
  // One process of each kind must fit at the same time, and half of the cores are left to documents.
  const others = Math.max(1, Math.min(Math.floor(processes / 2), Math.floor(shared / slowMb)));
  return {
    processes,
    faces: set.faces ?? others,
    letters: set.letters ?? others,
    cards: set.cards ?? others,
    sharedMb: shared,
  };
}

/** Returns the resources of this machine or container. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const total = totalmem();
  const bytes = limit > 0 ? Math.min(limit, total) : total;
  return { cores: availableParallelism(), memoryMb: Math.floor(bytes / (1024 * 1024)) };
}

function uploadsMb(processes: number): number {
  return processes * decoderMemory.uploads.reserved + idleUploadMb;
}
