import type { Vault } from '../secrets/vault.ts';
import { type AuditEvent, type ChainHead, chainStart, hashAuditEvent, serviceChain } from './audit-event.ts';
import { type AuditCheckpoint, type AuditStore, type ChainHeads, headIn } from './audit-store.ts';
import type { IntegrityAnchor } from './integrity-anchor.ts';

/** The first place of a chain that is not as it was written. */
export interface TrailBreak {
  /** `*`: the checkpoint, which is about all chains. */
  readonly chain: string;
  readonly seq: number;
  readonly reason:
    | 'EVENT_MISSING'
    | 'EVENT_CHANGED'
    | 'END_MISSING'
    | 'CHECKPOINT_CHANGED'
    | 'CHECKPOINT_MISSING'
    | 'ANCHOR_CHANGED';
  /** Key of the changed anchor in the bucket; left out: it is in the data folder, or the reason is another. */
  readonly key?: string;
}

/** Result of a verification. */
export interface TrailState {
  readonly chains: number;
  readonly events: number;
  readonly breaks: readonly TrailBreak[];
  /** When the checkpoint that was looked at was sealed; null: there was none. */
  readonly sealedAt: number | null;
  readonly heads: ChainHeads;
}

interface Services {
  readonly audit: AuditStore;
  readonly vault: Pick<Vault, 'keyedHash'>;
  /** Says outside of the database that there was a checkpoint; left out: the trail alone says so. */
  readonly anchor?: Pick<IntegrityAnchor, 'read' | 'brokenKey'>;
}

const perLook = 500;

/**
 * Walks chains of the audit trail and compares them with the checkpoint.
 *
 * @param from `start`: every event. `checkpoint`: those since the checkpoint, which the hourly look takes.
 * @param rest - awaited after each page of events.
 * @param observe - called with each event that is as it was written, in the order of its chain.
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
  // The first checkpoint leaves an event and an anchor behind: one that is gone is not taken for one that never was.
  const isExpected = checkpoint === null && (anchored !== null || (await wasSealed(audit)));
  // Unless another instance has sealed it since: event and checkpoint are stored together.
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

/** Seals the heads of a trail that was verified. */
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

/** End of a chain, and the first place where it is broken. */
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
    const page = await audit.eventsAfter(chain, last.seq, perLook);
    for (const event of page) {
      if (event.seq !== last.seq + 1) return broken('EVENT_MISSING', last.seq + 1);
      const isWhole = event.previous === last.hash && hashAuditEvent(event) === event.hash;
      const isSealed = known?.seq !== event.seq || known.hash === event.hash;
      if (!isWhole || !isSealed) return broken('EVENT_CHANGED', event.seq);
      observe(event);
      last = event;
      events += 1;
    }
    if (page.length < perLook) break;
    await rest();
  }
  if (known && last.seq < known.seq) return broken('END_MISSING', last.seq + 1);
  return { end: { seq: last.seq, hash: last.hash }, events, reason: null, brokenAt: 0 };
}

/** Subject of the event that the first checkpoint leaves behind. */
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
