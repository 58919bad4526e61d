export interface AccountsTable {
  id: string;
  /** Shown to end users as the requester of the verification. */
  name: string;
  created_at: number;
  /** Days after which the data of a live execution that has ended is purged; null: never. */
  retention_days: number | null;
  /** The same for test executions. */
  test_retention_days: number | null;
}

/** Branding of the hosted pages of an account. */
export interface AccountBrandsTable {
  account_id: string;
  /** JSON: colours by scheme. */
  colours: string;
  /** Null: the default. */
  font_family: string | null;
  /** PNG. */
  logo: Uint8Array | null;
  revision: number;
  changed_at: number;
}

/** Schemes of apps that links of an account may send users to. */
export interface RedirectSchemesTable {
  account_id: string;
  /** In lower case, without the colon. */
  scheme: string;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  /** SHA-256 of the whole key, in hex. */
  hash: string;
  /** JSON list of workflow ids; null: every workflow of the account. */
  scope: string | null;
  /** Purpose: `executions` or `webhooks`. */
  purpose: string;
  /** `live` or `test`, as the key itself says. */
  mode: string;
  /** Name that its owner gives it. */
  name: string | null;
  created_at: number;
  /** Time of the last use, to the minute; null: never. */
  last_used_at: number | null;
  revoked_at: number | null;
  /** Time at which it expires; null: never. */
  expires_at: number | null;
  /** How often it changed since it was created. */
  serial: number;
  /** Null: stored by an earlier version, and not sealed yet. */
  mac: string | null;
}

export interface WorkflowsTable {
  id: string;
  account_id: string;
  name: string;
  /** 0 or 1: only an active workflow can be started. */
  active: number;
  /** The version that new executions get. */
  version: number;
  created_at: number;
}

/** Versions never change: an execution keeps the definition it started with. */
export interface WorkflowVersionsTable {
  workflow_id: string;
  version: number;
  /** JSON, after `workflowDefinitionSchema`. */
  definition: string;
  /** Null for a version from before this column; the same holds for author and comment. */
  published_at: number | null;
  /** Name of the actor among all kinds. */
  author: string | null;
  comment: string | null;
}

/** Sample data that an account has or had. */
export interface SampleDataTable {
  account_id: string;
  /** The workflow that its runs follow. */
  workflow_id: string;
  /** Grows each time that sample data is made: secrets of runs are derived from it. */
  batch: number;
  begun_at: number;
  removed_at: number | null;
}

/** The next version of a workflow while it is being written. */
export interface WorkflowDraftsTable {
  workflow_id: string;
  /** JSON; may be no valid definition yet. */
  content: string;
  /** Grows with every change. */
  revision: number;
  saved_at: number;
  author: string;
}
