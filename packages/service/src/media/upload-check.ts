import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';

/** Header by which `doctor` asks the service to read a body of an upload whole before it refuses it. */
export const uploadCheckHeader = 'x-upload-check';

/** Its value: only holders of the master key can make it, so that nobody else has bodies read for nothing. */
export function signUploadCheck(vault: Pick<Vault, 'keyedHash'>): string {
  return vault.keyedHash('upload-check', 'doctor');
}

/** Reads the body of an upload that `doctor` sent, and keeps nothing of it: a proxy may stop it at its last byte. */
export async function readCheckedUpload(request: Request, vault: Pick<Vault, 'keyedHash'>): Promise<void> {
  const signature = request.headers.get(uploadCheckHeader);
  if (signature === null || !equalInConstantTime(signature, signUploadCheck(vault))) return;
  await request.body?.pipeTo(new WritableStream());
}
