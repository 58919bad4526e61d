import type { AuditAct } from '@vendor/contract/admin';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { AuditSubjectKind, NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';

/** How long refused attempts are counted together. */
const countingMs = 60_000;

export interface RefusedKeysParts {
  readonly audit: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A kind of refused attempts, with its names in the audit trail and its messages in the log. */
interface RefusedKind {
  readonly act: AuditAct;
  readonly subject: AuditSubjectKind;
  readonly first: string;
  readonly further: string;
  readonly unrecorded: string;
}

const wrongKeys: RefusedKind = {
  act: 'key.refuse',
  subject: 'key',
  first: 'A wrong API key was refused.',
  further: 'Further wrong API keys were refused within a minute.',
  unrecorded: 'Wrong API keys could not be recorded in the audit trail.',
};

/** Refused sign-ins to the Admin Panel. */
export const refusedSignIns: RefusedKind = {
  act: 'person.sign-in-refused',
  subject: 'person',
  first: 'A sign-in to the Admin Panel was refused.',
  further: 'Further sign-ins to the Admin Panel were refused within a minute.',
  unrecorded: 'Refused sign-ins could not be recorded in the audit trail.',
};

/**
 * Records wrong API keys or sign-ins in the log and the audit trail. The first in a minute is recorded at once, the others in
 * that minute only by their number, so that many attempts fill neither. Never records a key or password.
 */
export class RefusedKeys {
  readonly #parts: RefusedKeysParts;
  readonly #kind: RefusedKind;
  #beganAt = Number.NEGATIVE_INFINITY;
  #further = 0;
  #addresses = new Set<string>();

  constructor(parts: RefusedKeysParts, kind: RefusedKind = wrongKeys) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /**
   * Counts a request with a wrong key or password.
   *
   * @param id - id of the person, or id in a well-formed key; null if unknown.
   */
  async note(address: string | null, id: string | null): Promise<void> {
    const sinceMs = this.#parts.clock.now() - this.#beganAt;
    // A clock that was set back starts a new minute.
    if (sinceMs >= 0 && sinceMs < countingMs) {
      this.#further += 1;
      // Counts up to 100 addresses, enough to tell one source from many.
      if (address !== null && this.#addresses.size < 100) this.#addresses.add(address);
      return;
    }
    await this.flush();
    this.#beganAt = this.#parts.clock.now();
    this.#parts.logger.warn(this.#kind.first, { address, [this.#kind.subject]: id });
    await this.#append(address, id, { count: 1 });
  }

  /** Records the counted attempts. Must be called regularly, and at shutdown. */
  async flush(): Promise<void> {
    const [count, addresses] = [this.#further, this.#addresses.size];
    if (count === 0) return;
    this.#further = 0;
    this.#addresses = new Set();
    this.#parts.logger.warn(this.#kind.further, { count, addresses });
    await this.#append(null, null, { count, addresses });
  }

  async #append(
    address: string | null,
    id: string | null,
    changes: { count: number; addresses?: number },
  ): Promise<void> {
    const { audit, clock, logger } = this.#parts;
    const act: NewAuditEvent = {
      actor: { kind: 'stranger', address },
      act: this.#kind.act,
      at: clock.now(),
      accountId: null,
      subject: id === null ? null : { kind: this.#kind.subject, id },
      mode: null,
      changes,
    };
    await audit.append(act).catch((error) => {
      logger.error(this.#kind.unrecorded, { count: changes.count }, error);
    });
  }
}
