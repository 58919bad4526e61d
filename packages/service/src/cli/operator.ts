import { userInfo } from 'node:os';
import type { Readable } from 'node:stream';
import type { OperatorActor } from '../access/actor.ts';
import type { AccountReads } from '../administration/accounts/account-store.ts';
import { type IntegrityAnchor, openIntegrityAnchor } from '../audit/integrity-anchor.ts';
import { viewSharedAnchor } from '../audit/shared-anchor.ts';
import type { BundleStore } from '../bundles/bundle-store.ts';
import type { Clock } from '../clock.ts';
import { createStateSeal, type StateSeal } from '../db/executions/execution-states.ts';
import { createRowSeal, type RowSeal } from '../db/integrity/sealed-rows.ts';
import {
  installationOf,
  isDataBegun,
  isDatabaseBegun,
  joinData,
  refuseUnsupportedData,
} from '../db/opening/open-data.ts';
import { type OpenDatabase, refuseUnsupportedFolder } from '../db/opening/open-database.ts';
import type { ResolveName } from '../outgoing/resolve-name.ts';
import { openVault, peekVault, takeOverProof } from '../secrets/open-vault.ts';
import type { Vault } from '../secrets/vault.ts';
import { type Environment, masterKeySourceOf } from '../settings/environment.ts';
import type { SettingFault } from '../settings/setting-fault.ts';
import type { Lookalike } from '../settings/setting-lookalikes.ts';
import type { FindListenFault } from '../settings/usable-settings.ts';
import { watchlistFolder } from '../watchlists/list-folder.ts';
import { CommandError } from './command-error.ts';

/** Data and settings of a command, opened on first use. */
export interface Operator {
  readonly environment: Environment;
  /** User who runs the command. */
  readonly actor: OperatorActor;
  /** Variables with unusable values, and variables that look like a setting but are none. */
  readonly settings: { readonly faults: readonly SettingFault[]; readonly lookalikes: readonly Lookalike[] };
  /** Reads the settings with changed variables. */
  settingsWith(changes: Readonly<Record<string, string>>): {
    readonly environment: Environment;
    readonly faults: readonly SettingFault[];
  };
  /** Returns why a server cannot listen at an address now. Absent: the command tries to listen. */
  readonly findListenFault?: FindListenFault | undefined;
  readonly clock: Clock;
  /** Id of the user who runs the command; undefined if the system has no user ids. */
  readonly user: number | undefined;
  /** Standard input of the command. */
  readonly input: Readable;
  /** Resolves a host name to addresses. */
  readonly resolve: ResolveName;
  /**
   * Opens the database, also while the service is running.
   *
   * @throws {CommandError} if there is none, unless `begin` is set, which creates it.
   * @throws {UnsupportedDataError} if this version cannot use the data.
   */
  database(options?: { begin: boolean }): Promise<OpenDatabase>;
  /** Opens the vault of the data. */
  vault(): Vault;
  /** Opens the anchor in the data folder, which records outside of the database that the data is sealed. */
  anchor(): IntegrityAnchor;
  /**
   * Opens this anchor together with those of instances with other folders.
   *
   * @throws {BucketError}
   */
  wholeAnchor(): Promise<Pick<IntegrityAnchor, 'read'>>;
  /** Verifies the states of executions. @param anchor - default: the anchor in the folder. */
  seal(anchor?: Pick<IntegrityAnchor, 'read'>): StateSeal;
  /** Seals and verifies rows that grant rights. @param anchor - default: the anchor in the folder. */
  rows(anchor?: Pick<IntegrityAnchor, 'read'>): RowSeal;
  /** Returns the folder of the lists of people. @throws {UnsupportedDataError} if this version cannot use the data. */
  listFolder(): string;
  /**
   * Opens the lists that all instances share; null without a bucket.
   *
   * @throws {BucketError} if the bucket belongs to another installation.
   */
  sharedLists(): Promise<BundleStore | null>;
  close(): Promise<void>;
}

export function createOperator(
  parts: Pick<
    Operator,
    'environment' | 'settings' | 'settingsWith' | 'findListenFault' | 'clock' | 'user' | 'input' | 'resolve'
  >,
): Operator {
  const { environment } = parts;
  const { dataFolder } = environment;
  let opened: OpenDatabase | undefined;
  return {
    ...parts,
    actor: { kind: 'operator', user: nameOfUser() },
    async database(options) {
      if (opened) return opened;
      const source = masterKeySourceOf(environment);
      const keyProof = await refuseUnsupportedData(environment, (proof) => peekVault(source, proof));
      const isBegun = isDataBegun(environment) || (await isDatabaseBegun(environment.databaseUrl));
      if (!options?.begin && !isBegun) {
        throw new CommandError(
          `There is no data in ${dataFolder}. Name its folder with --data or DATA_DIR; "account create" creates a new one.`,
        );
      }
      if (keyProof !== null) takeOverProof(source, keyProof);
      opened = await joinData(environment, () => this.vault());
      return opened;
    },
    vault() {
      return openVault(masterKeySourceOf(parts.environment));
    },
    anchor() {
      return openIntegrityAnchor(dataFolder, this.vault());
    },
    async wholeAnchor() {
      if (environment.databaseUrl === null || environment.mediaBucket === null) return this.anchor();
      // Loaded on use, because few commands need the code that signs requests.
      const { openAnchorBucket } = await import('../media/open-media.ts');
      const bucket = openAnchorBucket(environment);
      return bucket ? viewSharedAnchor(this.anchor(), bucket, this.vault()) : this.anchor();
    },
    seal(anchor) {
      return createStateSeal(this.vault(), undefined, anchor ?? this.anchor());
    },
    rows(anchor) {
      return createRowSeal(this.vault(), undefined, anchor ?? this.anchor());
    },
    listFolder() {
      if (environment.databaseUrl === null) refuseUnsupportedFolder(dataFolder);
      return watchlistFolder(dataFolder);
    },
    async sharedLists() {
      const { mediaBucket } = environment;
      if (mediaBucket === null) return null;
      // Loaded on use, because few commands need the code that signs requests.
      const [{ openBundles }, { examineBucket }] = await Promise.all([
        import('../bundles/open-bundles.ts'),
        import('../media/open-media.ts'),
      ]);
      const vault = this.vault();
      await examineBucket(mediaBucket, vault, installationOf(environment));
      return openBundles(mediaBucket, vault)?.lists ?? null;
    },
    async close() {
      await opened?.close();
    },
  };
}

/** Returns the name of the Unix user, or the user id if the system has no name for it. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/**
 * Finds an account by id.
 *
 * @throws {CommandError} if it does not exist.
 */
export async function accountOf(
  accounts: Pick<AccountReads, 'accounts'>,
  id: string,
): Promise<{ id: string; name: string }> {
  const found = (await accounts.accounts()).find((account) => account.id === id);
  if (!found) throw new CommandError(`There is no account "${id}". "account list" lists all accounts.`);
  return found;
}
