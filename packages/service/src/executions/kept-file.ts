import { type FileCleaning, type FileRefusal, fileRefusals } from '../evaluations/file-evaluations.ts';

/** Content of an upload as it is kept. */
export interface KeptFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Of a file that cannot be used nothing is kept but why: the check tells the user, and nobody else is shown it. */
const refusedType = 'application/octet-stream';

export function keptFile(cleaning: FileCleaning): KeptFile {
  if (cleaning.kind === 'clean') return cleaning;
  return { bytes: Buffer.from(cleaning.refusal, 'latin1'), contentType: refusedType };
}

/** Turns a kept file into the form that a check takes. */
export function handedFile({ bytes, contentType }: KeptFile): FileCleaning {
  if (contentType !== refusedType) return { kind: 'clean', bytes, contentType };
  const word = Buffer.from(bytes).toString('latin1');
  const refusal: FileRefusal = fileRefusals.find((known) => known === word) ?? 'UNREADABLE';
  return { kind: 'refused', refusal };
}
