import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';

/** Header by which `doctor` asks the service to read a body of an upload whole before it refuses it. */
export const uploadCheckHeader = 'x-upload-check';

/** Signs an upload check: only holders of the master key can, so that nobody else makes the service read bodies for nothing. */
export function signUploadCheck(vault: Pick<Vault, 'keyedHash'>): string {
  return vault.keyedHash('upload-check', 'doctor');
}

/** Reads and drops the body of an upload by `doctor`: a proxy may stop it at its last byte. */
export async function readCheckedUpload(request: Request, vault: Pick<Vault, 'keyedHash'>): Promise<void> {
  const signature = request.headers.get(uploadCheckHeader);
  if (signature === null || !equalInConstantTime(signature, signUploadCheck(vault))) return;
  await request.body?.pipeTo(new WritableStream());
}
