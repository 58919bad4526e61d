import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logging/logger.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { PeopleStore } from './people-store.ts';
import type { GuessLimits } from './sign-in/guess-limits.ts';
import type { Passwords } from './sign-in/passwords.ts';

/** Services for the use-cases of people. */
export interface PeopleServices {
  readonly store: PeopleStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly guesses: GuessLimits;
  /** Counts refused sign-ins for the log and the audit trail. */
  readonly refused: { note(address: string | null, personId: string | null): Promise<void> };
  readonly logger: Logger;
  /** Whether the service runs with development settings, which allow links that sign in without a password. */
  readonly isDevelopment: boolean;
}
