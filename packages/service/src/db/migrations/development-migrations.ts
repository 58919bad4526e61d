/**
 * Names of the migrations of development versions before 0.2.0. Their schemas cannot be upgraded. New migrations must not reuse
 * these names.
 */
export const developmentMigrations: ReadonlySet<string> = new Set([
  '0001-foundation',
  '0002-housekeeping',
  '0003-popup-windows',
  '0004-cut-off-jobs',
  '0005-decisions',
  '0006-kept-replies',
  '0007-links',
  '0009-key-use',
  '0010-receipt-times',
  '0011-retention',
  '0012-hand-offs',
  '0013-user-marks',
  '0014-delivery-log',
  '0015-card-readings',
  '0018-webhook-keys',
  '0019-hand-off-origins',
  '0020-delivery-modes',
  '0021-endpoint-queues',
  '0022-first-arrivals',
  '0023-last-failures',
  '0024-relapses',
  '0025-old-deliveries',
  '0026-submitted-documents',
  '0027-hand-off-openers',
]);
