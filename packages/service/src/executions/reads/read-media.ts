import type { Actor, LinkActor, PersonActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { PresentedMediaLink } from '../../media/media-links.ts';
import { Refusal } from '../../refusal.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf } from '../sealed-data.ts';
import type { StoredCaptureRow, StoredExecution } from '../stored-execution.ts';
import { visibleExecution } from './visible-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'media' | 'mediaLinks' | 'clock' | 'recordRead'>;

/** A stored capture. */
export interface CapturedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * Reads a capture by a signed link.
 *
 * @param address - client address of the request; null if unknown.
 * @throws {Refusal} NOT_FOUND if the link is forged or expired, or the data was purged. The error does not reveal which.
 */
export async function readMedia(
  services: Services,
  link: PresentedMediaLink,
  address: string | null,
): Promise<CapturedFile> {
  const { store, mediaLinks, clock } = services;
  const notFound = new Refusal('NOT_FOUND', 'This link is not valid or no longer valid.');
  if (mediaLinks.verify(link, clock.now()) !== 'valid') throw notFound;
  const actor: LinkActor = { kind: 'link', captureId: link.captureId, address };
  if (findObstacle(actor, 'media.read') !== null) throw notFound;
  const capture = await store.findCapture(link.captureId);
  const execution = capture && (await store.find(capture.executionId));
  const file = execution && (await openCapture(services, actor, execution, capture));
  if (!file) throw notFound;
  return file;
}

/**
 * Reads a captured picture, video or file for a person of the account.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND; FORBIDDEN if the person may see the execution but not its pictures; NOT_FOUND
 *   if the capture belongs to another execution or was purged.
 */
export async function readOwnMedia(
  services: Omit<Services, 'mediaLinks'>,
  actor: PersonActor,
  executionId: string,
  captureId: string,
): Promise<CapturedFile> {
  const { store } = services;
  const execution = await visibleExecution(store, actor, 'execution.read', executionId);
  if (findObstacle(actor, 'media.read', execution) !== null)
    throw new Refusal('FORBIDDEN', 'You may not look at pictures of this execution.');
  const capture = await store.findCapture(captureId.toLowerCase());
  const isOwn = capture?.executionId === execution.id;
  const file = isOwn ? await openCapture(services, actor, execution, capture) : null;
  if (!file) throw new Refusal('NOT_FOUND', 'The execution has no such picture or file, or it was removed.');
  return file;
}

/** Decrypts a capture and records that it was viewed. @returns null if no content of it is stored. */
async function openCapture(
  { vault, media, clock, recordRead }: Omit<Services, 'mediaLinks'>,
  actor: Actor,
  execution: StoredExecution,
  capture: StoredCaptureRow,
): Promise<CapturedFile | null> {
  const key = dataKeyOf(vault, execution);
  const bytes = key && (await media.get(capture.mediaRef, key));
  if (!bytes) return null;
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
