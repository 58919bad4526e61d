import { expect, it } from 'vitest';
import { createVault } from '../secrets/vault.ts';
import { readCheckedUpload, signUploadCheck, uploadCheckHeader } from './upload-check.ts';

const vault = createVault(new Uint8Array(32).fill(1));
const stranger = createVault(new Uint8Array(32).fill(2));

it.each([
  ['reads the whole body for the master key', signUploadCheck(vault), true],
  ['reads nothing for another key', signUploadCheck(stranger), false],
  ['reads nothing without a signature', null, false],
])('%s', async (_, signature, isRead) => {
  const request = new Request('http://localhost/', {
    method: 'PUT',
    headers: signature === null ? {} : { [uploadCheckHeader]: signature },
    body: new Uint8Array(100_000),
  });
  await readCheckedUpload(request, vault);
  expect(request.bodyUsed).toBe(isRead);
});
