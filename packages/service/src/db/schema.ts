import type { Kysely, Transaction } from 'kysely';
import type {
  AccountBrandsTable,
  AccountsTable,
  ApiKeysTable,
  RedirectSchemesTable,
  SampleDataTable,
  WorkflowDraftsTable,
  WorkflowsTable,
  WorkflowVersionsTable,
} from './accounts/account-tables.ts';
import type { AuditCheckpointsTable, AuditEventsTable } from './audit/audit-tables.ts';
import type {
  CapturesTable,
  ChecksTable,
  DecisionsTable,
  ExecutionsTable,
  KeptRepliesTable,
  UserMarksTable,
} from './executions/execution-tables.ts';
import type { SearchHashesTable, SearchProgressTable } from './executions/search-tables.ts';
import type { HandOffsTable, PopupWindowsTable } from './executions/session-tables.ts';
import type { JobsTable } from './jobs/job-tables.ts';
import type {
  ClockMarksTable,
  DeliveryHoldsTable,
  InstallationsTable,
  InstancesTable,
  MigrationPhasesTable,
  OrphanHoldsTable,
  PendingErasuresTable,
  PurgeConfirmationsTable,
  PurgeHoldsTable,
  PurgeMarksTable,
  WriteProbesTable,
} from './operation-tables.ts';
import type {
  AdminSessionsTable,
  InvitationsTable,
  MembershipsTable,
  PeopleTable,
  SignInRulesTable,
} from './people/people-tables.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookEventsTable,
} from './webhooks/webhook-tables.ts';

/**
 * The tables, the same in each database except where a table says so. Times are integers in ms, JSON is text, encrypted data is
 * bytes. `migrations/` creates the tables.
 */
export interface Schema {
  accounts: AccountsTable;
  account_brands: AccountBrandsTable;
  redirect_schemes: RedirectSchemesTable;
  clock_marks: ClockMarksTable;
  orphan_holds: OrphanHoldsTable;
  pending_erasures: PendingErasuresTable;
  purge_confirmations: PurgeConfirmationsTable;
  purge_holds: PurgeHoldsTable;
  purge_marks: PurgeMarksTable;
  write_probes: WriteProbesTable;
  installations: InstallationsTable;
  audit_events: AuditEventsTable;
  audit_checkpoints: AuditCheckpointsTable;
  delivery_holds: DeliveryHoldsTable;
  instances: InstancesTable;
  migration_phases: MigrationPhasesTable;
  api_keys: ApiKeysTable;
  workflows: WorkflowsTable;
  workflow_versions: WorkflowVersionsTable;
  workflow_drafts: WorkflowDraftsTable;
  sample_data: SampleDataTable;
  executions: ExecutionsTable;
  checks: ChecksTable;
  captures: CapturesTable;
  decisions: DecisionsTable;
  kept_replies: KeptRepliesTable;
  user_marks: UserMarksTable;
  people: PeopleTable;
  sign_in_rules: SignInRulesTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  admin_sessions: AdminSessionsTable;
  search_hashes: SearchHashesTable;
  search_progress: SearchProgressTable;
  popup_windows: PopupWindowsTable;
  hand_offs: HandOffsTable;
  jobs: JobsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}

/** A database, or a transaction in it. Queries accept either. */
export type Database = Kysely<Schema> | Transaction<Schema>;
