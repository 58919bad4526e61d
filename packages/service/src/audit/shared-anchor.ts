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

/** Objects of the anchors that instances wrote, each named by its MAC. There are as few as there were steps of sealing. */
const place = 'integrity/';
/** Other names are no anchors, such as the marker of a folder that tools create. */
const macName = /^[\w-]{43}$/;
/** More than there ever are: a start does not read on where somebody fills the prefix. */
const mostRead = 48;

type AnchorBucket = Pick<Bucket, 'get' | 'list' | 'putIfAbsent'>;

/**
 * Opens the anchor of a data folder together with that in a bucket, so that an instance with an empty folder knows as much. An object is
 * never put in the place of another: of instances that write at the same time none takes anything back.
 *
 * @throws {BucketError} as `put` does.
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
    if (!found.macs.has(mac)) await bucket.putIfAbsent(`${place}${mac}`, Buffer.from(text));
    found.macs.add(mac);
    shared = joinSeals(shared, seal);
  };
  const [kept, whole] = [own.read(), joinSeals(own.read(), shared)];
  if (kept !== null && kept !== 'changed') await share(kept);
  // Commands on the folder read it there.
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

/** The same to be looked at alone: nothing is written. */
export async function viewSharedAnchor(
  own: Pick<IntegrityAnchor, 'read'>,
  bucket: AnchorBucket,
  vault: Pick<Vault, 'keyedHash'>,
): Promise<Pick<IntegrityAnchor, 'read' | 'brokenKey'>> {
  const { shared, brokenKey } = await readShared(bucket, vault);
  return { read: () => joinSeals(own.read(), shared), brokenKey: () => brokenKey };
}

/** First seal as the bucket has it, the MACs of its objects, and the first object that is not as the service wrote it. */
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
  for await (const keys of bucket.list(place))
    for (const key of keys.filter((name) => macName.test(name.slice(place.length)))) {
      read += 1;
      const opened =
        read > mostRead ? null : openSealText(Buffer.from((await bucket.get(key)) ?? []).toString(), vault);
      if (opened) macs.add(opened.mac);
      const isOurs = opened !== null && key === `${place}${opened.mac}`;
      if (!isOurs) brokenKey ??= key;
      shared = joinSeals(shared, isOurs ? opened.seal : 'changed');
      if (read > mostRead) return { shared, macs, brokenKey };
    }
  return { shared, macs, brokenKey };
}

function isSame(kept: KeptSeal, whole: FirstSeal, vault: Pick<Vault, 'keyedHash'>): boolean {
  if (kept === null || kept === 'changed') return false;
  return sealTextOf(kept, vault).mac === sealTextOf(whole, vault).mac;
}
