import type { FileFault } from '../flow/collecting.ts';

/** Larger files are refused by the service, in bytes. */
export const largestBytes = 15 * 1024 * 1024;

/** So far into a file its mark may stand: some programs write a line of their own before it. */
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
export async function headOf(file: Blob): Promise<string> {
  if (file.size === 0) throw new FileRefused('FILE_EMPTY');
  return String.fromCharCode(...new Uint8Array(await bytesOf(file.slice(0, markWithinBytes))));
}

/** The bytes of a file. @throws FileRefused when it is damaged, or gone since it was chosen. */
export function bytesOf(file: Blob): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch(() => {
    throw new FileRefused('FILE_UNREADABLE');
  });
}

/** Whether a file that begins so is a PDF, whatever it is called. */
export const isPdf = (head: string): boolean => head.includes('%PDF-');

/** Why a file that the browser opened as no picture is none for us: by what is in it, whatever it is called. */
export async function faultOfPicture(file: Blob): Promise<FileFault> {
  try {
    const start = await headOf(file);
    // ISO/IEC 23008-12: the brands of HEIF pictures, at the ninth byte.
    if (/^.{4}ftyp(?:hei|hev|mif1|msf1)/s.test(start)) return 'FILE_HEIC';
    if (!/^(?:\xff\xd8\xff|\x89PNG|GIF8|BM|RIFF.{4}WEBP|.{4}ftypavif)/s.test(start))
      return 'FILE_OF_OTHER_KIND';
    return file.size > largestBytes ? 'FILE_TOO_LARGE' : 'FILE_UNREADABLE';
  } catch (refused) {
    return (refused as FileRefused).fault;
  }
}
