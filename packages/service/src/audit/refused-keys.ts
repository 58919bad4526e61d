import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { NewAuditEvent } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';

/** How long wrong keys are counted together. */
const countedMs = 60_000;

export interface RefusedKeysParts {
  readonly audit: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Tells wrong API keys, in the log and the audit trail: the first of a minute at once, and the others of that minute by their
 * number, so that somebody who tries many fills neither. Never tells a key.
 */
export class RefusedKeys {
  readonly #parts: RefusedKeysParts;
  #beganAt = Number.NEGATIVE_INFINITY;
  #further = 0;
  #addresses = new Set<string>();

  constructor(parts: RefusedKeysParts) {
    this.#parts = parts;
  }

  /**
   * Counts a request with a wrong key.
   *
   * @param keyId - the id in a key that was well formed; null: it was not.
   */
  async note(address: string | null, keyId: string | null): Promise<void> {
    const sinceMs = this.#parts.clock.now() - this.#beganAt;
    // A clock that was set back begins a minute anew.
    if (sinceMs >= 0 && sinceMs < countedMs) {
      this.#further += 1;
      // As many as tell whether it is one or a crowd.
      if (address !== null && this.#addresses.size < 100) this.#addresses.add(address);
      return;
    }
    await this.flush();
    this.#beganAt = this.#parts.clock.now();
    this.#parts.logger.warn('A wrong API key was refused.', { address, key: keyId });
    await this.#append(address, keyId, { count: 1 });
  }

  /** Tells those that were counted. To be called when nobody may come any more, and now and then. */
  async flush(): Promise<void> {
    const [count, addresses] = [this.#further, this.#addresses.size];
    if (count === 0) return;
    this.#further = 0;
    this.#addresses = new Set();
    this.#parts.logger.warn('Further wrong API keys were refused within a minute.', { count, addresses });
    await this.#append(null, null, { count, addresses });
  }

  async #append(
    address: string | null,
    keyId: string | null,
    changes: { count: number; addresses?: number },
  ): Promise<void> {
    const { audit, clock, logger } = this.#parts;
    const act: NewAuditEvent = {
      actor: { kind: 'stranger', address },
      act: 'key.refuse',
      at: clock.now(),
      accountId: null,
      subject: keyId === null ? null : { kind: 'key', id: keyId },
      mode: null,
      changes,
    };
    await audit.append(act).catch((error) => {
      logger.error(
        'Wrong API keys could not be recorded in the audit trail.',
        { count: changes.count },
        error,
      );
    });
  }
}
