import type {
  CheckChanges,
  ExecutionChanges,
  StoredCaptureRow,
  StoredCheck,
  StoredDecision,
  StoredExecution,
} from '../../executions/stored-execution.ts';
import { walkSchema } from '../../workflows/walk.ts';
import type { CapturesTable, ChecksTable, DecisionsTable, ExecutionsTable } from './execution-tables.ts';

/** Maps members to columns; for example, `begunAt` is stored as `begun_at`. */
const executionColumns = {
  id: 'id',
  accountId: 'account_id',
  workflowId: 'workflow_id',
  workflowVersion: 'workflow_version',
  mode: 'mode',
  channel: 'channel',
  status: 'status',
  tokenHash: 'token_hash',
  sessionNonceHash: 'session_nonce_hash',
  sessionEpoch: 'session_epoch',
  expiresAt: 'expires_at',
  begunAt: 'begun_at',
  deadlineAt: 'deadline_at',
  createdAt: 'created_at',
  finishedAt: 'finished_at',
  dataPurgedAt: 'data_purged_at',
  wrappedKey: 'wrapped_key',
  sealedInputs: 'sealed_inputs',
  sealedIp: 'sealed_ip',
  sealedSession: 'sealed_session',
  sealedRedirects: 'sealed_redirects',
  platform: 'platform',
  seq: 'seq',
  walk: 'walk',
} as const satisfies Columns<StoredExecution, ExecutionsTable>;

const checkColumns = {
  id: 'id',
  executionId: 'execution_id',
  nodeId: 'node_id',
  position: 'position',
  checkType: 'check_type',
  status: 'status',
  sessionId: 'session_id',
  transactionId: 'transaction_id',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  platform: 'platform',
  statusDetail: 'status_detail',
  sealed: 'sealed',
} as const satisfies Columns<StoredCheck, ChecksTable>;

const captureColumns = {
  id: 'id',
  executionId: 'execution_id',
  nodeId: 'node_id',
  attempt: 'attempt',
  slot: 'slot',
  digest: 'digest',
  contentType: 'content_type',
  sizeBytes: 'size_bytes',
  mediaRef: 'media_ref',
  receivedAt: 'received_at',
  sealedAt: 'sealed_at',
  documentType: 'document_type',
  sealedReading: 'sealed_reading',
  createdAt: 'created_at',
} as const satisfies Columns<StoredCaptureRow, CapturesTable>;

const decisionColumns = {
  id: 'id',
  executionId: 'execution_id',
  status: 'status',
  sealedComment: 'sealed_comment',
  apiKeyId: 'api_key_id',
  decidedAt: 'decided_at',
} as const satisfies Columns<StoredDecision, DecisionsTable>;

type Columns<Value, Table> = Record<keyof Value, keyof Table>;

/** Converts an execution to its row. */
export function executionRow(execution: StoredExecution): ExecutionsTable {
  return executionRowOf(execution) as ExecutionsTable;
}

/** Converts changes of an execution to changed columns. */
export function executionRowOf(changes: ExecutionChanges): Partial<ExecutionsTable> {
  const row: Partial<ExecutionsTable> = toRow(executionColumns, changes);
  if (changes.walk) row.walk = JSON.stringify(changes.walk);
  return row;
}

export function executionFromRow(row: ExecutionsTable): StoredExecution {
  const members = fromRow(executionColumns, row) as Omit<StoredExecution, 'walk'>;
  return { ...members, walk: walkSchema.parse(JSON.parse(row.walk)) };
}

export function checkRow(check: StoredCheck): ChecksTable {
  return toRow(checkColumns, check) as ChecksTable;
}

export function checkRowOf(changes: CheckChanges): Partial<ChecksTable> {
  return toRow(checkColumns, changes);
}

export function checkFromRow(row: ChecksTable): StoredCheck {
  return fromRow(checkColumns, row) as StoredCheck;
}

export function decisionRow(decision: StoredDecision): DecisionsTable {
  return toRow(decisionColumns, decision) as DecisionsTable;
}

export function decisionFromRow(row: DecisionsTable): StoredDecision {
  return fromRow(decisionColumns, row) as StoredDecision;
}

export function captureRow(capture: StoredCaptureRow): CapturesTable {
  return toRow(captureColumns, capture) as CapturesTable;
}

export function captureFromRow(row: CapturesTable): StoredCaptureRow {
  return fromRow(captureColumns, row) as StoredCaptureRow;
}

function toRow(columns: Record<string, string>, value: object): object {
  const members = value as Record<string, unknown>;
  const row: Record<string, unknown> = {};
  for (const member in columns) {
    const column = columns[member];
    const kept = members[member];
    if (column !== undefined && kept !== undefined) row[column] = kept;
  }
  return row;
}

function fromRow(columns: Record<string, string>, row: object): object {
  const kept = row as Record<string, unknown>;
  return Object.fromEntries(Object.entries(columns).map(([member, column]) => [member, kept[column]]));
}
