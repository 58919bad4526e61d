import type { Bucket } from '../media/s3/bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import {
  type FirstSeal,
  type IntegrityAnchor,
  joinSeals,
  type KeptSeal,
  openSealText,
  sealTextOf,
} from './integrity-anchor.ts';

/** Prefix of the anchors that instances wrote, each named by its MAC. There is one for each step of sealing. */
const prefix = 'integrity/';
/** Form of an anchor's name. Other objects are ignored, such as the folder markers of some tools. */
const macName = /^[\w-]{43}$/;
/** Maximum number of objects to read, more than there ever are. A start must not hang if somebody fills the prefix. */
const maxRead = 48;

type AnchorBucket = Pick<Bucket, 'get' | 'list' | 'putIfAbsent'>;

/**
 * Opens the anchor of a data folder together with that in a bucket, so that an instance with an empty folder knows the first
 * seal, too. Objects are never overwritten, so concurrent writers cannot undo each other's seals.
 *
 * @throws {BucketError} if the bucket cannot be read or written, as does `put`.
 */
export async function openSharedAnchor(
  own: IntegrityAnchor,
  bucket: AnchorBucket,
  vault: Pick<Vault, 'keyedHash'>,
): Promise<IntegrityAnchor> {
  const found = await readShared(bucket, vault);
  let { shared } = found;
  const share = async (seal: FirstSeal) => {
    const { text, mac } = sealTextOf(seal, vault);
    if (!found.macs.has(mac)) await bucket.putIfAbsent(`${prefix}${mac}`, Buffer.from(text));
    found.macs.add(mac);
    shared = joinSeals(shared, seal);
  };
  const [kept, whole] = [own.read(), joinSeals(own.read(), shared)];
  if (kept !== null && kept !== 'changed') await share(kept);
  // Commands read the anchor from the folder.
  if (whole !== null && whole !== 'changed' && !isSame(kept, whole, vault)) await own.put(whole);
  return {
    read: () => joinSeals(own.read(), shared),
    brokenKey: () => found.brokenKey,
    async put(seal) {
      await own.put(seal);
      await share(seal);
    },
  };
}

/** Opens the same anchors read-only. */
export async function viewSharedAnchor(
  own: Pick<IntegrityAnchor, 'read'>,
  bucket: AnchorBucket,
  vault: Pick<Vault, 'keyedHash'>,
): Promise<Pick<IntegrityAnchor, 'read' | 'brokenKey'>> {
  const { shared, brokenKey } = await readShared(bucket, vault);
  return { read: () => joinSeals(own.read(), shared), brokenKey: () => brokenKey };
}

/**
 * The first seal in the bucket, the MACs of its objects, and the key of the first object that was not written by the service in
 * this form.
 */
interface SharedSeal {
  readonly shared: KeptSeal;
  readonly macs: Set<string>;
  readonly brokenKey: string | null;
}

async function readShared(bucket: AnchorBucket, vault: Pick<Vault, 'keyedHash'>): Promise<SharedSeal> {
  let shared: KeptSeal = null;
  let brokenKey: string | null = null;
  const macs = new Set<string>();
  let read = 0;
  for await (const keys of bucket.list(prefix))
    for (const key of keys.filter((name) => macName.test(name.slice(prefix.length)))) {
      read += 1;
      const opened =
        read > maxRead ? null : openSealText(Buffer.from((await bucket.get(key)) ?? []).toString(), vault);
      if (opened) macs.add(opened.mac);
      const isOurs = opened !== null && key === `${prefix}${opened.mac}`;
      if (!isOurs) brokenKey ??= key;
      shared = joinSeals(shared, isOurs ? opened.seal : 'changed');
      if (read > maxRead) return { shared, macs, brokenKey };
    }
  return { shared, macs, brokenKey };
}

function isSame(kept: KeptSeal, whole: FirstSeal, vault: Pick<Vault, 'keyedHash'>): boolean {
  if (kept === null || kept === 'changed') return false;
  return sealTextOf(kept, vault).mac === sealTextOf(whole, vault).mac;
}
