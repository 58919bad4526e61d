import { ReplyKeptError } from '../../executions/answer-once.ts';
import type { FoundReply, KeptReply } from '../../executions/stored-execution.ts';
import type { Database } from '../schema.ts';

/** Stored in place of a purged reply. Empty, unlike any encrypted reply. */
const purgedReply = new Uint8Array();

/**
 * Stores a reply. Call it in the transaction of the call that it answers.
 *
 * @throws {ReplyKeptError} if an unexpired reply with the same id exists: another instance has carried out the call.
 */
export async function insertKeptReply(db: Database, reply: KeptReply, now: number): Promise<void> {
  await db.deleteFrom('kept_replies').where('id', '=', reply.id).where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('kept_replies')
    .values({
      id: reply.id,
      execution_id: reply.executionId,
      request_hash: reply.requestHash,
      sealed_reply: reply.sealedReply,
      expires_at: reply.expiresAt,
    })
    .onConflict((kept) => kept.column('id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new ReplyKeptError();
}

/**
 * Removes the contents of the replies of an execution and the hashes of their requests. The rows stay until they expire, so a
 * repeated call is still recognised.
 */
export async function purgeKeptReplies(db: Database, executionId: string): Promise<void> {
  await db
    .updateTable('kept_replies')
    .set({ sealed_reply: purgedReply, request_hash: '' })
    .where('execution_id', '=', executionId)
    .execute();
}

export async function findKeptReply(db: Database, id: string): Promise<FoundReply | null> {
  const row = await db.selectFrom('kept_replies').selectAll().where('id', '=', id).executeTakeFirst();
  return row
    ? {
        id: row.id,
        executionId: row.execution_id,
        requestHash: row.request_hash,
        sealedReply: row.sealed_reply.byteLength === purgedReply.byteLength ? null : row.sealed_reply,
        expiresAt: row.expires_at,
      }
    : null;
}

/**
 * Removes expired replies.
 *
 * @returns how many were removed, at most `limit`.
 */
export async function removeKeptReplies(db: Database, now: number, limit: number): Promise<number> {
  const expired = db.selectFrom('kept_replies').select('id').where('expires_at', '<=', now).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('kept_replies')
    .where('id', 'in', expired)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
