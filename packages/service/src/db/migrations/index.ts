import type { Migration } from 'kysely';
import { foundation } from './0001-foundation.ts';
import { housekeeping } from './0002-housekeeping.ts';
import { popupWindows } from './0003-popup-windows.ts';
import { cutOffJobs } from './0004-cut-off-jobs.ts';
import { decisions } from './0005-decisions.ts';
import { keptReplies } from './0006-kept-replies.ts';
import { links } from './0007-links.ts';
import { keyUse } from './0009-key-use.ts';
import { receiptTimes } from './0010-receipt-times.ts';
import { retention } from './0011-retention.ts';
import { handOffs } from './0012-hand-offs.ts';
import { userMarks } from './0013-user-marks.ts';
import { deliveryLog } from './0014-delivery-log.ts';
import { cardReadings } from './0015-card-readings.ts';
import { webhookKeys } from './0018-webhook-keys.ts';
import { handOffOrigins } from './0019-hand-off-origins.ts';
import { deliveryModes } from './0020-delivery-modes.ts';
import { endpointQueues } from './0021-endpoint-queues.ts';
import { firstArrivals } from './0022-first-arrivals.ts';
import { lastFailures } from './0023-last-failures.ts';
import { relapses } from './0024-relapses.ts';
import { oldDeliveries } from './0025-old-deliveries.ts';
import { submittedDocuments } from './0026-submitted-documents.ts';
import { handOffOpeners } from './0027-hand-off-openers.ts';

/** All migrations by name, in order. A migration that was released is never changed; a new one is added. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-housekeeping': housekeeping,
  '0003-popup-windows': popupWindows,
  '0004-cut-off-jobs': cutOffJobs,
  '0005-decisions': decisions,
  '0006-kept-replies': keptReplies,
  '0007-links': links,
  '0009-key-use': keyUse,
  '0010-receipt-times': receiptTimes,
  '0011-retention': retention,
  '0012-hand-offs': handOffs,
  '0013-user-marks': userMarks,
  '0014-delivery-log': deliveryLog,
  '0015-card-readings': cardReadings,
  '0018-webhook-keys': webhookKeys,
  '0019-hand-off-origins': handOffOrigins,
  '0020-delivery-modes': deliveryModes,
  '0021-endpoint-queues': endpointQueues,
  '0022-first-arrivals': firstArrivals,
  '0023-last-failures': lastFailures,
  '0024-relapses': relapses,
  '0025-old-deliveries': oldDeliveries,
  '0026-submitted-documents': submittedDocuments,
  '0027-hand-off-openers': handOffOpeners,
};
