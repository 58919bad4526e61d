import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';

/** Header by which `doctor` asks the service to read the whole body of an upload before refusing it. */
export const uploadCheckHeader = 'x-upload-check';

/** Signs an upload check with the master key, so that nobody else can make the service read bodies in vain. */
export function signUploadCheck(vault: Pick<Vault, 'keyedHash'>): string {
  return vault.keyedHash('upload-check', 'doctor');
}

/** Reads and drops the body of an upload by `doctor`, because a proxy may reject it as late as its last byte. */
export async function readCheckedUpload(request: Request, vault: Pick<Vault, 'keyedHash'>): Promise<void> {
  const signature = request.headers.get(uploadCheckHeader);
  if (signature === null || !equalInConstantTime(signature, signUploadCheck(vault))) return;
  await request.body?.pipeTo(new WritableStream());
}
