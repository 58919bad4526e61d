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
): Promise<Pick<IntegrityAnchor, 'read'>> {
  const { shared } = await readShared(bucket, vault);
  return { read: () => joinSeals(own.read(), shared) };
}

async function readShared(bucket: AnchorBucket, vault: Pick<Vault, 'keyedHash'>) {
  let shared: KeptSeal = null;
  const macs = new Set<string>();
  for await (const keys of bucket.list(place))
    for (const key of keys) {
      const opened = openSealText(Buffer.from((await bucket.get(key)) ?? []).toString(), vault);
      if (opened) macs.add(opened.mac);
      shared = joinSeals(shared, opened && key === `${place}${opened.mac}` ? opened.seal : 'changed');
    }
  return { shared, macs };
}

function isSame(kept: KeptSeal, whole: FirstSeal, vault: Pick<Vault, 'keyedHash'>): boolean {
  if (kept === null || kept === 'changed') return false;
  return sealTextOf(kept, vault).mac === sealTextOf(whole, vault).mac;
}
