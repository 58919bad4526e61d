import type { FileFault } from '../flow/collecting.ts';

/** Maximum size of a file, in bytes; the service refuses larger ones. */
export const maxFileBytes = 15 * 1024 * 1024;

/** Number of bytes within which a file must have its signature: some programs write a line before it. */
const signatureWithinBytes = 1024;

/** Rejects a file that cannot be sent, with the reason. */
export class FileRefused extends Error {
  declare readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(`The file cannot be sent: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Reads the beginning of a file, one character for each byte.
 *
 * @throws FileRefused if the file is empty, damaged, or gone since it was chosen.
 */
export async function readHead(file: Blob): Promise<string> {
  if (file.size === 0) throw new FileRefused('FILE_EMPTY');
  return String.fromCharCode(...new Uint8Array(await readBytes(file.slice(0, signatureWithinBytes))));
}

/**
 * Reads the bytes of a file.
 *
 * @throws FileRefused if the file is damaged, or gone since it was chosen.
 */
export function readBytes(file: Blob): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch(() => {
    throw new FileRefused('FILE_UNREADABLE');
  });
}

/** Returns whether a file with this beginning is a PDF, whatever its name. */
export const isPdf = (head: string): boolean => head.includes('%PDF-');
