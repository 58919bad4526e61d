import type { FileFault } from '../flow/collecting.ts';

/** Larger files are refused by the service, in bytes. */
export const largestBytes = 15 * 1024 * 1024;

/** Bytes within which a file must have its signature: some programs write a line before it. */
const markWithinBytes = 1024;

/** A file that cannot be sent, and why. */
export class FileRefused extends Error {
  declare readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(`The file cannot be sent: ${fault}`);
    this.fault = fault;
  }
}

/**
 * The beginning of a file, a character for each byte.
 *
 * @throws FileRefused when it is empty, damaged, or gone since it was chosen.
 */
export async function readHead(file: Blob): Promise<string> {
  if (file.size === 0) throw new FileRefused('FILE_EMPTY');
  return String.fromCharCode(...new Uint8Array(await readBytes(file.slice(0, markWithinBytes))));
}

/** The bytes of a file. @throws FileRefused when it is damaged, or gone since it was chosen. */
export function readBytes(file: Blob): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch(() => {
    throw new FileRefused('FILE_UNREADABLE');
  });
}

/** Whether a file that begins so is a PDF, whatever it is called. */
export const isPdf = (head: string): boolean => head.includes('%PDF-');
