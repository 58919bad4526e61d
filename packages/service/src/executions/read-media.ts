import type { LinkActor } from '../access/actor.ts';
import { findObstacle } from '../access/find-obstacle.ts';
import type { PresentedMediaLink } from '../media/media-links.ts';
import { Refusal } from '../refusal.ts';
import type { ExecutionServices } from './execution-services.ts';
import { dataKeyOf } from './sealed-data.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'media' | 'mediaLinks' | 'clock' | 'recordRead'>;

/**
 * Reads a captured picture by a signed link.
 *
 * @param address - where the request came from; null: not known.
 * @throws {Refusal} NOT_FOUND for a link that is forged, over, or whose data was purged: it tells nothing more.
 */
export async function readMedia(
  { store, vault, media, mediaLinks, clock, recordRead }: Services,
  link: PresentedMediaLink,
  address: string | null,
): Promise<{ bytes: Uint8Array; contentType: string }> {
  const notFound = new Refusal('NOT_FOUND', 'This link is not valid or no longer valid.');
  if (mediaLinks.verify(link, clock.now()) !== 'valid') throw notFound;
  const actor: LinkActor = { kind: 'link', captureId: link.captureId, address };
  if (findObstacle(actor, 'media.read') !== null) throw notFound;
  const capture = await store.findCapture(link.captureId);
  const execution = capture && (await store.find(capture.executionId));
  const key = execution && dataKeyOf(vault, execution);
  const bytes = key && (await media.get(capture.mediaRef, key));
  if (!bytes) throw notFound;
  await recordRead({
    actor,
    act: 'media.read',
    at: clock.now(),
    accountId: execution.accountId,
    subject: { kind: 'execution', id: execution.id },
    mode: execution.mode,
    changes: { capture: capture.id, slot: capture.slot },
  });
  return { bytes, contentType: capture.contentType };
}
