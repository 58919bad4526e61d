import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { PersonActor } from '../src/access/actor.ts';
import { acceptInvitation } from '../src/administration/people/invitations/accept-invitation.ts';
import { type InviteCall, invitePerson } from '../src/administration/people/invitations/invite-person.ts';
import type { PeopleServices } from '../src/administration/people/people-services.ts';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
} from '../src/administration/people/second-step/authenticator-app.ts';
import { enterCode } from '../src/administration/people/second-step/enter-code.ts';
import { createDeviceToken } from '../src/administration/people/sign-in/device-token.ts';
import type { OpenedSession, SignInOrigin } from '../src/administration/people/sign-in/open-session.ts';
import { createPasswords } from '../src/administration/people/sign-in/passwords.ts';
import { readSession } from '../src/administration/people/sign-in/read-session.ts';
import { signIn } from '../src/administration/people/sign-in/sign-in.ts';
import type { AuditEvent } from '../src/audit/audit-event.ts';
import { insertAccount } from '../src/db/accounts/accounts.ts';
import { createAuditStore } from '../src/db/audit/audit-trail.ts';
import { type BrokenRow, createRowSeal, type RowSeal } from '../src/db/integrity/sealed-rows.ts';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { createLogger } from '../src/logging/logger.ts';
import { createVault } from '../src/secrets/vault.ts';
import { openPeople } from '../src/start/open-people.ts';
import { operator } from './actors.ts';
import { openTestDatabase } from './open-test-database.ts';

/** Hashes passwords fast enough for tests, which do not test the cost of guessing. */
export const cheapPasswords = () => createPasswords({ logN: 4, r: 8, p: 1 });

/** Password of all people in tests. */
export const password = 'correct horse battery';

const vault = createVault(Buffer.alloc(32, 7));

/** Two accounts and their people, in a database of their own. */
export class PeopleWorld {
  readonly clock = { time: Date.UTC(2030, 0, 15, 12), now: () => this.clock.time };
  readonly logLines: string[] = [];
  /** Rows refused because of a broken MAC. */
  readonly broken: BrokenRow[] = [];
  readonly accounts = ['first-account', 'second-account'] as const;

  readonly folder: string;
  readonly database: OpenDatabase;
  readonly services: PeopleServices;
  readonly rows: RowSeal;

  private constructor(folder: string, database: OpenDatabase) {
    this.folder = folder;
    this.database = database;
    this.rows = createRowSeal(vault, (row) => this.broken.push(row));
    this.services = this.#createServices();
  }

  /** Opens a world. @param open - opens the database in a folder. */
  static async open(
    open: (folder: string) => Promise<OpenDatabase> = openTestDatabase,
  ): Promise<PeopleWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'vo-people-'));
    const world = new PeopleWorld(folder, await open(folder));
    for (const id of world.accounts) await insertAccount(world.database.main, { id, name: id, createdAt: 0 });
    return world;
  }

  /** Recreates the services, as a restart does; state kept only in memory is lost. */
  restart(): void {
    Object.assign(this.services, this.#createServices());
  }

  #createServices(): PeopleServices {
    const logger = createLogger({
      level: 'debug',
      clock: this.clock,
      write: (line) => this.logLines.push(line),
    });
    return openPeople({
      database: this.database,
      audit: createAuditStore(this.database),
      rows: this.rows,
      vault,
      clock: this.clock,
      logger,
      passwords: cheapPasswords(),
      isDevelopment: false,
    });
  }

  /** Invites a person by command line, and accepts the invitation. */
  async join(email: string, call: Partial<InviteCall> = {}): Promise<Joined> {
    const { token } = await this.invite(email, call);
    return this.accept(token);
  }

  invite(
    email: string,
    call: Partial<InviteCall> = {},
    actor: Parameters<typeof invitePerson>[1] = operator,
  ) {
    return invitePerson(this.services, actor, {
      accountId: this.accounts[0],
      role: 'owner',
      modes: ['live', 'test'],
      pictures: true,
      ...call,
      email,
    });
  }

  async accept(token: string, chosen = password, hasPassword = false): Promise<Joined> {
    const call = { token, name: 'A Person', password: chosen, hasPassword };
    return this.#joined(await acceptInvitation(this.services, call, origin()));
  }

  async signIn(email: string, typed = password, from = origin()): Promise<Joined> {
    return this.#joined(await signIn(this.services, { email, password: typed }, from));
  }

  /** Completes the second step of a sign-in, from an unknown origin by default. */
  async enterCode(token: string, code: string, from = origin()): Promise<Joined> {
    return this.#joined(await enterCode(this.services, { token, code }, from));
  }

  /** Sets up an authenticator app for a signed-in person. @returns its codes by time, and recovery codes. */
  async addApp(actor: PersonActor): Promise<{ codeAt(time: number): string; recoveryCodes: string[] }> {
    const { secret, setUp } = await beginAuthenticatorApp(this.services, actor, 'Test');
    const app = new TOTP({ secret });
    const codeAt = (timestamp: number) => app.generate({ timestamp });
    // Uses the code of the previous time step, so that the current one stays valid for a sign-in.
    const code = codeAt(this.clock.time - 30_000);
    const recoveryCodes = await confirmAuthenticatorApp(this.services, actor, { setUp, code });
    return { codeAt, recoveryCodes: [...(recoveryCodes ?? [])] };
  }

  /** Completes the first step of a sign-in that needs a second one. @returns the token of the waiting session. */
  async beginSignIn(email: string, from = origin()): Promise<string> {
    const { session, token } = await signIn(this.services, { email, password }, from);
    if (session.stage !== 'code') throw new Error('No second step is awaited.');
    return token;
  }

  actor(token: string, isActive = true): Promise<PersonActor | null> {
    return readSession(this.services, token, { address: null, isActive });
  }

  /** Returns the acts of the audit trail, of all chains, newest first. */
  async acts(): Promise<AuditEvent[]> {
    return createAuditStore(this.database).page({ limit: 100 });
  }

  async #joined(opened: OpenedSession): Promise<Joined> {
    const actor = await this.actor(opened.token);
    if (actor === null) throw new Error('The session is not open.');
    return { ...opened, actor, device: createDeviceToken(this.services.vault, opened.person) };
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An opened session with its actor and the cookie of its device. */
export interface Joined extends OpenedSession {
  readonly actor: PersonActor;
  readonly device: string;
}

/** Creates the origin of a request. */
export function origin(network = '192.0.2.1', device: string | null = null): SignInOrigin {
  return { address: network, network, browser: null, device };
}
