import type { FileCleaning, FileRefusal } from '@vendor/checks';

/** Content of an upload as it is stored. */
export interface KeptFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Content type of an unusable file. Only the reason is stored, so that the check can report it to the user. */
const refusedType = 'application/octet-stream';

const refusals: readonly FileRefusal[] = ['PROTECTED', 'TOO_MANY_PAGES', 'UNREADABLE'];

export function toStoredFile(cleaning: FileCleaning): KeptFile {
  if (cleaning.kind === 'clean') return cleaning;
  return { bytes: Buffer.from(cleaning.refusal, 'latin1'), contentType: refusedType };
}

/** Converts a stored file to the form that a check accepts. */
export function fromStoredFile({ bytes, contentType }: KeptFile): FileCleaning {
  if (contentType !== refusedType) return { kind: 'clean', bytes, contentType };
  const word = Buffer.from(bytes).toString('latin1');
  const refusal: FileRefusal = refusals.find((known) => known === word) ?? 'UNREADABLE';
  return { kind: 'refused', refusal };
}
