import type { AdminAuditPage } from '@vendor/contract/admin';
import { type AuditQuery, listAudit } from '../../api/audit.ts';

/** Maximum number of pages without an event that are read at once. */
const maxEmpty = 10;

/**
 * Reads a page of events. The service reads only a part of a long trail for each page, so pages without a match are skipped; a
 * page is empty only if all those read were, and then `next` may still lead further back.
 *
 * @param after - `next` of the previous page; null for the first.
 */
export async function readPage(
  query: AuditQuery,
  after: string | null,
  signal?: AbortSignal,
): Promise<AdminAuditPage> {
  let page: AdminAuditPage = { events: [], next: after };
  for (let read = 0; read < maxEmpty; read += 1) {
    page = await listAudit({ ...query, ...(page.next !== null && { after: page.next }) }, signal);
    if (page.events.length > 0 || page.next === null) break;
  }
  return page;
}
