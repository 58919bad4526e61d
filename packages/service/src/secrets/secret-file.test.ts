import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { faultOfSecretFile, isOpenToOthers } from './secret-file.ts';

const service = { user: 1000, groups: [1000, 2000] };
const root = { user: 0, groups: [0, 2000] };
it.each<[string, number, number, number, typeof service, boolean]>([
  ['a secret of Kubernetes for a group of the service', 0o100440, 0, 2000, service, false],
  ['a secret of Kubernetes for a service that runs as root', 0o100440, 0, 2000, root, false],
  ['a secret for a group of somebody else', 0o100440, 0, 3000, service, true],
  ['a secret that all can read', 0o100444, 0, 2000, service, true],
  ['a secret that its group can write', 0o100460, 0, 2000, service, true],
  ['a file of another user for a group of the service', 0o100440, 1001, 2000, service, true],
  ['its own file for its own group', 0o100640, 1000, 1000, service, true],
  ['a credential of systemd', 0o100440, 0, 0, service, false],
  ['a file of root for the group of root, as root', 0o100640, 0, 0, root, true],
  ['its own file', 0o100600, 1000, 1000, service, false],
])('detects whether others can access a file: %s', (_, mode, uid, gid, ids, isOpen) => {
  expect(isOpenToOthers({ mode, uid, gid }, ids)).toBe(isOpen);
});

it.skipIf(process.getuid?.() !== 0)('suggests chmod only for files of its own user', () => {
  const directory = mkdtempSync(join(tmpdir(), 'secret-file-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'secret');
  writeFileSync(file, 'a secret', { mode: 0o644 });
  chownSync(file, 1001, 1001);
  expect(faultOfSecretFile(file, 'a secret')).toMatch(/belongs to another user.*defaultMode: 0440.*fsGroup/);
});
