import { digestOfHeads, renewCheckpoint } from '../audit/renew-checkpoint.ts';
import { RightsInTrail } from '../audit/rights-in-trail.ts';
import { type TrailBreak, verifyTrail } from '../audit/verify-trail.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { findMissingMedia } from '../db/integrity/find-missing-media.ts';
import { findSchemaFaults, schemaWords } from '../db/integrity/foreign-schema.ts';
import { describeBrokenRow, verifyRows } from '../db/integrity/verify-rows.ts';
import { verifyStates } from '../db/integrity/verify-states.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { Operator } from './operator.ts';
import { toIsoString } from './table.ts';

/** Options of a verification. */
interface VerifyOptions {
  /** Null: does not check for missing media. */
  readonly media: Pick<MediaStore, 'putAt'> | null;
  /** Whether to seal the end of an unbroken trail. Otherwise nothing is written. */
  readonly renewsCheckpoint: boolean;
}

/**
 * Verifies the audit trail and the seals of executions and rights.
 *
 * @returns the faults, as data and in words.
 */
export async function verifyData(
  database: OpenDatabase,
  operator: Pick<Operator, 'vault' | 'clock' | 'wholeAnchor' | 'seal' | 'rows'>,
  { media, renewsCheckpoint }: VerifyOptions,
) {
  const trailRights = new RightsInTrail();
  const { clock } = operator;
  const anchor = await operator.wholeAnchor();
  const parts = { audit: createAuditStore(database), vault: operator.vault(), anchor };
  const trail = renewsCheckpoint
    ? await renewCheckpoint({ ...parts, clock }, 'start', (event) => trailRights.note(event))
    : await verifyTrail(parts, 'start', undefined, (event) => trailRights.note(event));
  const states = await verifyStates(database.reader, operator.seal(anchor));
  const rights = await verifyRows(database.reader, operator.rows(anchor), trailRights);
  const schema = await findSchemaFaults(database.reader);
  const missingMedia = media === null ? [] : await findMissingMedia(database.reader, media);
  const { breaks, chains, events, sealedAt, heads } = trail;
  const broken = [
    ...schema.map(schemaWords),
    ...breaks.map(wordsOf),
    ...states.broken.map(
      ({ executionId, fault }) =>
        `The execution ${executionId} differs from what the service wrote (${fault}).`,
    ),
    ...rights.broken.map(describeBrokenRow),
    ...missingMedia.map(
      ({ executionId, captureId }) =>
        `The file of capture ${captureId} of the execution ${executionId} is missing.`,
    ),
  ];
  const isGood = broken.length === 0;
  return {
    data: {
      isGood,
      chains,
      events,
      sealedAt: toIsoString(sealedAt),
      breaks,
      heads,
      headsSha256: digestOfHeads(heads),
      executions: states.executions,
      brokenExecutions: states.broken,
      rights: rights.rows,
      brokenRights: rights.broken,
      schemaFaults: schema,
      missingMedia,
    },
    text: isGood
      ? `The audit trail is as it was written: ${events} events in ${chains} chains. So are ${states.executions} executions, and ${rights.rows} keys, people, roles, rules, invitations and sessions.`
      : broken.join('\n'),
    isGood,
  };
}

const reasons: Record<TrailBreak['reason'], string> = {
  EVENT_MISSING: 'an event was removed',
  EVENT_CHANGED: 'an event was changed',
  END_MISSING: 'events at the end were removed',
  CHECKPOINT_CHANGED: 'the checkpoint was changed, or encrypted with another master key',
  CHECKPOINT_MISSING: 'the checkpoint was removed',
  ANCHOR_CHANGED:
    'integrity.anchor in the data folder, or an object under integrity/ in the bucket, was changed',
};

function wordsOf({ chain, seq, reason, key }: TrailBreak): string {
  if (chain === '*')
    return `The audit trail differs from what was written: ${key === undefined ? reasons[reason] : `${key} in the bucket was changed`}.`;
  return `The audit trail of ${chain} differs from what was written from event ${seq} on: ${reasons[reason]}.`;
}
