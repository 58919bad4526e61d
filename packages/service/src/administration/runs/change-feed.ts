import { randomBytes } from 'node:crypto';
import type { AuditStore } from '../../audit/audit-store.ts';
import type { ElapsedMs } from '../../clock.ts';
import type { ExecutionDirectory, ListedExecution } from '../../executions/reads/execution-directory.ts';

/** Changes in one account since a cursor. */
export interface ChangesSince {
  readonly cursor: string;
  /** Whether changes were missed, so that everything may have changed. */
  readonly isReset: boolean;
  /** Each changed execution once, in its latest state, the latest change last. */
  readonly executions: readonly ListedExecution[];
}

export interface ChangeFeedOptions {
  readonly directory: Pick<ExecutionDirectory, 'rowsOf'>;
  readonly audit: Pick<AuditStore, 'eventsAfter' | 'page'>;
  readonly elapsed: ElapsedMs;
  /** Reports a failed read. The next read catches up. */
  onFailure(error: unknown): void;
}

/** Remembered changes of one account. */
interface Log {
  /** Changes by execution, in the order of its last change. */
  readonly changes: Map<string, { readonly number: number; readonly row: ListedExecution }>;
  /** Number of the last change. */
  last: number;
  /** Changes up to this number may have been forgotten. */
  forgotten: number;
  /** Position up to which the audit trail was read. */
  seq: number;
  askedAt: number;
  readonly waiting: Set<() => void>;
}

const maxRemembered = 1000;
const eventsPerRead = 500;
/** Upper bound of the numbers in one log, never reached in practice. */
const maxNumber = 1_000_000_000;
/** Time without requests after which an account is no longer followed. */
const idleMs = 120_000;

/** Acts that change the row of an execution in lists. */
const changingActs: readonly string[] = [
  'execution.start',
  'execution.finish',
  'execution.decide',
  'execution.purge',
];

/**
 * Reports changes of executions to people who watch an account. Changes made by this process arrive through {@link note} after
 * each commit; starts, purges and changes of other processes are read from the audit trail, whose positions only increase. Each
 * account is read once, however many people watch it.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  /** Part of each cursor: cursors of another process are not valid here. */
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #logs = new Map<string, Log>();
  readonly #noted = new Set<string>();
  #flush: Promise<void> | null = null;
  #generation = 0;
  #closed = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** Notes a changed execution. Must be called after the commit. */
  note(executionId: string): void {
    this.#dropIdleLogs();
    if (this.#logs.size === 0 || this.#closed) return;
    this.#noted.add(executionId);
    // Reads all changes noted in the same turn with one query.
    this.#flush ??= Promise.resolve()
      .then(() => this.#readNoted())
      .catch((error) => this.#options.onFailure(error));
  }

  /**
   * Returns the changes since a cursor, and waits for the next one if there are none.
   *
   * @param after - null for a first call, which returns a cursor at once.
   */
  async changesSince(
    accountId: string,
    after: string | null,
    { waitMs, signal, isVisible }: ChangeWait,
  ): Promise<ChangesSince> {
    const log = await this.#logOf(accountId);
    const number = after === null ? log.last : this.#numberOf(after, log);
    if (number === null) return { cursor: this.#cursorAt(log), isReset: true, executions: [] };
    if (after === null) return { cursor: this.#cursorAt(log), isReset: false, executions: [] };
    const deadline = this.#options.elapsed() + waitMs;
    let executions = changesAfter(log, number).filter(isVisible);
    while (executions.length === 0 && !signal.aborted && !this.#closed) {
      const leftMs = deadline - this.#options.elapsed();
      if (leftMs <= 0 || (await wait(log, leftMs, signal)) === 'over') break;
      executions = changesAfter(log, number).filter(isVisible);
    }
    log.askedAt = this.#options.elapsed();
    return { cursor: this.#cursorAt(log), isReset: number < log.forgotten, executions };
  }

  /** Reads the audit trail of the watched accounts. Must be called regularly while requests wait. */
  async readAudit(): Promise<void> {
    const { audit } = this.#options;
    this.#dropIdleLogs();
    for (const [accountId, log] of this.#logs) {
      for (;;) {
        const events = await audit.eventsAfter(accountId, log.seq, eventsPerRead);
        log.seq = Math.max(log.seq, events.at(-1)?.seq ?? 0);
        const ids = events.flatMap(({ act, subjectId }) =>
          changingActs.includes(act) && subjectId !== null ? [subjectId] : [],
        );
        if (ids.length > 0) await this.#remember([...new Set(ids)]);
        if (events.length < eventsPerRead) break;
      }
    }
  }

  /** Number of requests that wait for a change. */
  get waiting(): number {
    return [...this.#logs.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Answers all waiting and later requests at once, because the service is stopping. */
  close(): void {
    this.#closed = true;
    for (const { waiting } of this.#logs.values()) for (const wake of waiting) wake();
  }

  #dropIdleLogs(): void {
    const now = this.#options.elapsed();
    for (const [accountId, { waiting, askedAt }] of this.#logs)
      if (waiting.size === 0 && now - askedAt > idleMs) this.#logs.delete(accountId);
  }

  async #readNoted(): Promise<void> {
    const ids = [...this.#noted];
    this.#noted.clear();
    this.#flush = null;
    await this.#remember(ids);
  }

  async #remember(ids: readonly string[]): Promise<void> {
    const rows = new Map((await this.#options.directory.rowsOf(ids)).map((row) => [row.id, row]));
    const woken = new Set<Log>();
    for (const id of ids) {
      const row = rows.get(id);
      const log = row && this.#logs.get(row.accountId);
      const known = log?.changes.get(id)?.row;
      // The audit trail repeats changes that were already noted.
      if (!log || known?.seq === row.seq) continue;
      log.last += 1;
      log.changes.delete(id);
      log.changes.set(id, { number: log.last, row });
      forgetOldest(log);
      woken.add(log);
    }
    for (const log of woken) for (const wake of log.waiting) wake();
  }

  async #logOf(accountId: string): Promise<Log> {
    const now = this.#options.elapsed();
    const known = this.#logs.get(accountId);
    if (known) {
      known.askedAt = now;
      return known;
    }
    const [newest] = await this.#options.audit.page({ chain: accountId, limit: 1 });
    const made = this.#logs.get(accountId);
    if (made) return made;
    // Invalidates cursors of an earlier log of the account.
    this.#generation += 1;
    const first = this.#generation * maxNumber;
    const log: Log = {
      changes: new Map(),
      last: first,
      forgotten: first,
      seq: newest?.seq ?? 0,
      askedAt: now,
      waiting: new Set(),
    };
    this.#logs.set(accountId, log);
    return log;
  }

  #cursorAt(log: Log): string {
    return `${this.#epoch}.${log.last}`;
  }

  #numberOf(cursor: string, log: Log): number | null {
    const [, epoch, digits] = /^([0-9a-f]{12})\.(\d{1,15})$/.exec(cursor) ?? [];
    const number = Number(digits);
    return epoch === this.#epoch && number >= log.forgotten && number <= log.last ? number : null;
  }
}

/** Conditions of a wait for changes. */
export interface ChangeWait {
  readonly waitMs: number;
  /** Aborts when the caller has disconnected. */
  readonly signal: AbortSignal;
  isVisible(row: ListedExecution): boolean;
}

function changesAfter({ changes }: Log, number: number): ListedExecution[] {
  return [...changes.values()].filter((change) => change.number > number).map(({ row }) => row);
}

function forgetOldest(log: Log): void {
  if (log.changes.size <= maxRemembered) return;
  const [oldest] = log.changes;
  if (!oldest) return;
  log.changes.delete(oldest[0]);
  log.forgotten = oldest[1].number;
}

/** Resolves on a change, on time-out, or when the caller disconnects. */
function wait(log: Log, ms: number, signal: AbortSignal): Promise<'changed' | 'over'> {
  return new Promise((resolve) => {
    const end = (how: 'changed' | 'over') => {
      clearTimeout(timer);
      signal.removeEventListener('abort', gone);
      log.waiting.delete(wake);
      resolve(how);
    };
    const wake = () => end('changed');
    const gone = () => end('over');
    const timer = setTimeout(gone, ms);
    signal.addEventListener('abort', gone, { once: true });
    log.waiting.add(wake);
  });
}
