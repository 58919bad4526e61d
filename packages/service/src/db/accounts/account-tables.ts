export interface AccountsTable {
  id: string;
  /** Shown to end users as the requester of the verification. */
  name: string;
  created_at: number;
  /** Days after which the data of a live execution that has ended is purged; null: never. */
  retention_days: number | null;
  /** Days after which the data of a test execution that has ended is purged; null: never. */
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

/** Schemes of apps to which the links of an account may send users. */
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
  /** Mode, `live` or `test`. The key itself contains it, too. */
  mode: string;
  /** Name that its owner gave it. */
  name: string | null;
  created_at: number;
  /** Time of the last use, to the minute; null: never. */
  last_used_at: number | null;
  revoked_at: number | null;
  /** Time at which it expires; null: never. */
  expires_at: number | null;
  /** Number of changes since it was created. */
  serial: number;
  /** Null if an earlier version stored the key and it is not sealed yet. */
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

/** Published versions of workflows. They never change: an execution keeps the definition that it started with. */
export interface WorkflowVersionsTable {
  workflow_id: string;
  version: number;
  /** JSON that matches `workflowDefinitionSchema`. */
  definition: string;
  /** Null for versions published before this column existed, as are `author` and `comment`. */
  published_at: number | null;
  /** The actor who published it, in the form of `nameOfActor`. */
  author: string | null;
  comment: string | null;
}

/** The sample data that an account has or had. */
export interface SampleDataTable {
  account_id: string;
  /** The workflow of the sample executions. */
  workflow_id: string;
  /** Incremented each time sample data is generated. The secrets of the sample executions are derived from it. */
  batch: number;
  begun_at: number;
  removed_at: number | null;
}

/** The unpublished next version of a workflow. */
export interface WorkflowDraftsTable {
  workflow_id: string;
  /** JSON; not necessarily a valid definition. */
  content: string;
  /** Incremented with every change. */
  revision: number;
  saved_at: number;
  author: string;
}
