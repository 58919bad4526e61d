import { accessSync, constants, type Stats, statSync } from 'node:fs';

/** Maximum size of the file of a secret, in bytes. */
const maxSecretBytes = 1024;

/**
 * Explains why a secret cannot be read from a file that only its owner may read; null if it can.
 *
 * @param name - name for the explanation, such as `a master key`.
 * @param maxBytes - maximum size of the file.
 */
export function faultOfSecretFile(path: string, name: string, maxBytes = maxSecretBytes): string | null {
  let found: Stats;
  try {
    found = statSync(path);
    accessSync(path, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'does not exist';
    return `cannot be read by this user (${(error as NodeJS.ErrnoException).code})`;
  }
  if (!found.isFile()) return 'is not a file';
  if (isOpenToOthers(found, readProcess())) {
    if (found.uid === readProcess().user && !isOnReadOnlyMount(path))
      return `can be read by others. Run: chmod 600 ${path}`;
    return 'can be read by others, and belongs to another user or a read-only volume. For a Kubernetes secret, set defaultMode: 0440 on its volume and fsGroup on the pod; otherwise, let its owner run chmod 600';
  }
  if (found.size > maxBytes) return `is too large to be ${name}`;
  return null;
}

/** User and groups of this process. */
interface ProcessIds {
  /** Undefined if the system has no users. */
  readonly user: number | undefined;
  readonly groups: readonly number[];
}

function readProcess(): ProcessIds {
  const group = process.getegid?.();
  return {
    user: process.geteuid?.(),
    groups: [...(process.getgroups?.() ?? []), ...(group === undefined ? [] : [group])],
  };
}

/**
 * Returns whether others than the owner can access a file. systemd provides the credentials of a service (LoadCredential) as
 * files of root that root's group may read, and grants access to the user of the service by an access control list. Kubernetes
 * provides secrets as files of root, and grants access to the service by a group of its own (fsGroup).
 */
export function isOpenToOthers(
  { mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>,
  { user, groups }: ProcessIds,
): boolean {
  // Windows has no such permission bits; there, the permissions of the directory apply.
  if (process.platform === 'win32') return false;
  const isHandedOver = uid === 0 && (gid === 0 ? user !== 0 : groups.includes(gid));
  return (mode & (isHandedOver ? 0o037 : 0o077)) !== 0;
}

/**
 * Returns whether the file system is read-only, so that even the owner cannot change the permissions of a file. Only this error
 * reveals that.
 */
function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}
