import type { Vault } from '../secrets/vault.ts';
import { type AuditEvent, type ChainHead, chainStart, hashAuditEvent, serviceChain } from './audit-event.ts';
import { type AuditCheckpoint, type AuditStore, type ChainHeads, headIn } from './audit-store.ts';
import type { IntegrityAnchor } from './integrity-anchor.ts';

/** The first position of a chain that was not written by the service in this form. */
export interface TrailBreak {
  /** `*` for the checkpoint, which covers all chains. */
  readonly chain: string;
  readonly seq: number;
  readonly reason:
    | 'EVENT_MISSING'
    | 'EVENT_CHANGED'
    | 'END_MISSING'
    | 'CHECKPOINT_CHANGED'
    | 'CHECKPOINT_MISSING'
    | 'ANCHOR_CHANGED';
  /** Key of the changed anchor in the bucket. Omitted if the anchor is in the data folder, or for other reasons. */
  readonly key?: string;
}

/** Result of a verification. */
export interface TrailState {
  readonly chains: number;
  readonly events: number;
  readonly breaks: readonly TrailBreak[];
  /** Time at which the checkpoint was sealed; null if there was none. */
  readonly sealedAt: number | null;
  readonly heads: ChainHeads;
}

interface Services {
  readonly audit: AuditStore;
  readonly vault: Pick<Vault, 'keyedHash'>;
  /** Records outside the database that there was a checkpoint. If omitted, only the trail records that. */
  readonly anchor?: Pick<IntegrityAnchor, 'read' | 'brokenKey'>;
}

const pageSize = 500;

/**
 * Walks the chains of the audit trail and compares them with the checkpoint.
 *
 * @param from - `start`: checks every event. `checkpoint`: checks those since the checkpoint, as the hourly check does.
 * @param rest - awaited after each page of events.
 * @param observe - called with each intact event, in the order of its chain.
 */
export async function verifyTrail(
  { audit, vault, anchor }: Services,
  from: 'start' | 'checkpoint',
  rest: () => Promise<void> = async () => {},
  observe: (event: AuditEvent) => void = () => {},
): Promise<TrailState> {
  const checkpoint = await audit.checkpoint();
  const isForged = checkpoint !== null && checkpoint.mac !== macOf(vault, checkpoint);
  const sealed: ChainHeads = checkpoint && !isForged ? (JSON.parse(checkpoint.heads) as ChainHeads) : {};
  const names = new Set([...(await audit.chains()), ...Object.keys(sealed)]);
  const breaks: TrailBreak[] = isForged ? [{ chain: '*', seq: 0, reason: 'CHECKPOINT_CHANGED' }] : [];
  const heads: Record<string, readonly [number, string]> = {};
  let events = 0;
  for (const chain of names) {
    const known = headIn(sealed, chain);
    const walk = await walkChain(audit, chain, known, from, rest, observe);
    events += walk.events;
    if (walk.end.seq > 0) heads[chain] = [walk.end.seq, walk.end.hash];
    if (walk.reason) breaks.push({ chain, seq: walk.brokenAt, reason: walk.reason });
  }
  const anchored = anchor?.read() ?? null;
  const key = anchor?.brokenKey?.() ?? null;
  if (anchored === 'changed')
    breaks.push({ chain: '*', seq: 0, reason: 'ANCHOR_CHANGED', ...(key !== null && { key }) });
  // The first checkpoint leaves an event and an anchor, so a missing checkpoint is noticed.
  const isExpected = checkpoint === null && (anchored !== null || (await wasSealed(audit)));
  // Reads the checkpoint again, because another instance may just have stored the first one together with its event.
  if (isExpected && (await audit.checkpoint()) === null)
    breaks.push({ chain: '*', seq: 0, reason: 'CHECKPOINT_MISSING' });
  return {
    chains: Object.keys(heads).length,
    events,
    breaks,
    sealedAt: checkpoint?.sealedAt ?? null,
    heads,
  };
}

/** Creates a checkpoint from the heads of a verified trail. */
export function sealCheckpoint(
  vault: Services['vault'],
  heads: ChainHeads,
  sealedAt: number,
): AuditCheckpoint {
  const text = sortedHeads(heads);
  return { sealedAt, heads: text, mac: macOf(vault, { sealedAt, heads: text }) };
}

/** Formats heads for the seal: equal heads give equal texts. */
export function sortedHeads(heads: ChainHeads): string {
  return JSON.stringify(Object.fromEntries(Object.entries(heads).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function macOf(vault: Services['vault'], { sealedAt, heads }: Omit<AuditCheckpoint, 'mac'>): string {
  return vault.keyedHash('audit-checkpoint', `${sealedAt}.${heads}`);
}

/** Result of walking one chain: its end, and where it is broken. */
interface ChainWalk {
  readonly end: ChainHead;
  readonly events: number;
  readonly reason: TrailBreak['reason'] | null;
  readonly brokenAt: number;
}

async function walkChain(
  audit: AuditStore,
  chain: string,
  known: ChainHead | null,
  from: 'start' | 'checkpoint',
  rest: () => Promise<void>,
  observe: (event: AuditEvent) => void,
): Promise<ChainWalk> {
  let [last, events] = [chainStart, 0];
  const broken = (reason: TrailBreak['reason'], brokenAt: number) => ({
    end: last,
    events,
    reason,
    brokenAt,
  });
  if (from === 'checkpoint' && known) {
    const sealed = await audit.find(chain, known.seq);
    if (!sealed) return broken('END_MISSING', known.seq);
    if (sealed.hash !== known.hash || hashAuditEvent(sealed) !== known.hash)
      return broken('EVENT_CHANGED', known.seq);
    last = known;
  }
  for (;;) {
    const page = await audit.eventsAfter(chain, last.seq, pageSize);
    for (const event of page) {
      if (event.seq !== last.seq + 1) return broken('EVENT_MISSING', last.seq + 1);
      const isWhole = event.previous === last.hash && hashAuditEvent(event) === event.hash;
      const isSealed = known?.seq !== event.seq || known.hash === event.hash;
      if (!isWhole || !isSealed) return broken('EVENT_CHANGED', event.seq);
      observe(event);
      last = event;
      events += 1;
    }
    if (page.length < pageSize) break;
    await rest();
  }
  if (known && last.seq < known.seq) return broken('END_MISSING', last.seq + 1);
  return { end: { seq: last.seq, hash: last.hash }, events, reason: null, brokenAt: 0 };
}

/** Subject of the event that the first checkpoint leaves. */
export const trailSeal = { kind: 'seal', id: 'audit-trail' } as const;

async function wasSealed(audit: AuditStore): Promise<boolean> {
  const [event] = await audit.page({
    chain: serviceChain,
    act: 'integrity.seal',
    subjectId: trailSeal.id,
    limit: 1,
  });
  return event !== undefined;
}
