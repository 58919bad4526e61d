import { type Role, roles } from '../../access/role.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { AccountReads } from '../../administration/accounts/account-store.ts';
import { changePerson, removePerson } from '../../administration/people/change-person.ts';
import { findDifference } from '../../administration/people/compare-grants.ts';
import { resetSecondStep } from '../../administration/people/help-person.ts';
import { invitationLink } from '../../administration/people/invitations/invitation-link.ts';
import { invitePerson } from '../../administration/people/invitations/invite-person.ts';
import { listPeople, type PersonEntry } from '../../administration/people/list-people.ts';
import type { Grant } from '../../administration/people/person.ts';
import { staffEmail } from '../../administration/people/staff-email.ts';
import { Refusal } from '../../refusal.ts';
import { accountOption, type Call, type Command, type Option } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { accountOf } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';

const roleOption: Option = { value: roles.join('|'), about: "The person's rights in the account." };
const modeOption: Option = {
  value: keyModes.join('|'),
  about: 'A mode whose executions the person may see; both by default. May be given twice.',
  multiple: true,
};
const onlyAccount: Option = {
  ...accountOption,
  about: `${accountOption.about} Optional if there is only one.`,
};

/** Commands for people who sign in to the Admin Panel. */
export const peopleCommands: readonly Command[] = [
  {
    name: 'person invite',
    summary: 'Creates a one-time link to join an account in the Admin Panel.',
    operand: null,
    options: {
      account: onlyAccount,
      email: { value: 'address', about: 'The e-mail address to sign in with.', required: true },
      role: { ...roleOption, required: true },
      mode: modeOption,
      'no-pictures': { value: null, about: 'Hides pictures of users from the person.' },
    },
    notes: `The link works once, within 72 hours. Anyone who has it can sign in as this person, so share it with nobody else. A person who already
has a password sets a new one with it, for every account, and loses the authenticator app: this lets a locked-out owner in again.
The link changes no rights of a member: invite them with those they have, or change them first (person change).
Each invitation is in the audit trail. The link begins with PUBLIC_URL. Needs the master key.`,
    run: invite,
  },
  {
    name: 'person list',
    summary: 'Lists people of the Admin Panel with role, modes and right to see pictures.',
    operand: null,
    options: { account: onlyAccount },
    async run(call) {
      const { services, account, actor } = await peopleOf(call);
      const entries = await listPeople(services, actor, account.id);
      const headings = ['id', 'e-mail', 'name', 'role', 'modes', 'pictures', 'second step', 'state', 'since'];
      const rows = entries.map((entry) => [
        entry.person.id,
        entry.person.email,
        entry.person.name,
        entry.role,
        entry.modes.join(' '),
        entry.pictures ? 'yes' : 'no',
        entry.secondStep ? 'yes' : 'no',
        entry.state,
        minuteOf(entry.since),
      ]);
      return {
        data: entries.map(entryOf),
        text: table(headings, rows, 'There are no people yet. Invite someone: person invite …'),
      };
    },
  },
  {
    name: 'person change',
    summary: "Changes a person's rights in an account, from the next request on.",
    operand: 'e-mail address or person id',
    options: {
      account: onlyAccount,
      role: roleOption,
      mode: modeOption,
      pictures: { value: 'yes|no', about: 'Whether the person may see pictures of users.' },
    },
    async run(call) {
      const { services, account, actor } = await peopleOf(call);
      const { personId, email } = await personOf(call, account.id);
      const pictures = call.text('pictures');
      if (pictures !== undefined && pictures !== 'yes' && pictures !== 'no')
        throw new UsageError('--pictures must be yes or no.');
      const role = call.text('role');
      const after = await withReadableRefusals(
        changePerson(
          services,
          actor,
          { accountId: account.id, personId },
          {
            ...(role !== undefined && { role: roleOf(role) }),
            ...(call.texts('mode').length > 0 && { modes: modesOf(call) }),
            ...(pictures !== undefined && { pictures: pictures === 'yes' }),
          },
        ),
      );
      const data = { id: personId, email, role: after.role, modes: after.modes, pictures: after.pictures };
      const preposition = after.pictures ? 'with' : 'without';
      return {
        data,
        text: `${email} is ${after.role} of "${account.name}" in ${after.modes.join(' and ')} mode, ${preposition} pictures.`,
      };
    },
  },
  {
    name: 'person reset-second-step',
    summary: 'Removes the authenticator app, recovery codes and passkeys of a person who lost them.',
    operand: 'e-mail address or person id',
    options: { account: onlyAccount },
    notes: `The password stays, and all sessions of the person end. Verify who is asking: from then on, the password alone is enough to
sign in. Recorded in the audit trail. Needs the master key.`,
    async run(call) {
      const { services, account, actor } = await peopleOf(call);
      const { personId, email } = await personOf(call, account.id);
      await withReadableRefusals(resetSecondStep(services, actor, { accountId: account.id, personId }));
      return {
        data: { id: personId, email },
        text: `${email} signs in with the password only, until a second step is set up again.`,
      };
    },
  },
  {
    name: 'person remove',
    summary: "Ends a person's membership in an account, and signs the person out.",
    operand: 'e-mail address or person id',
    options: { account: onlyAccount },
    async run(call) {
      const { services, account, actor } = await peopleOf(call);
      const { personId, email } = await personOf(call, account.id);
      await withReadableRefusals(removePerson(services, actor, { accountId: account.id, personId }));
      return { data: { id: personId, email }, text: `${email} is no longer a member of "${account.name}".` };
    },
  },
];

async function invite(call: Call) {
  const { services, account, actor } = await peopleOf(call);
  const { publicUrl, port } = call.operator.environment;
  const grant = {
    role: roleOf(call.must('role')),
    modes: modesOf(call),
    pictures: !call.flag('no-pictures'),
  };
  const people = await listPeople(services, actor, account.id);
  const email = call.must('email');
  const member = people.find(
    ({ person, state }) => state !== 'invited' && person.email === staffEmail(email),
  );
  if (member && findDifference(member, grant) !== null)
    throw new CommandError(
      `${member.person.email} is in "${account.name}" already. Invite them with the rights that they have (${optionsOf(member)}), or change their rights first: person change`,
    );
  const { personId, invitation, token } = await withReadableRefusals(
    invitePerson(services, actor, { ...grant, accountId: account.id, email }),
  );
  const link = invitationLink(publicUrl ?? `http://localhost:${port}`, token);
  const isReset = invitation.kind === 'reset';
  const until = minuteOf(invitation.expiresAt);
  const can = isReset
    ? `${invitation.email} sets a new password with this link until ${until}; their rights stay.`
    : `${invitation.email} can join "${account.name}" as ${grant.role} until ${until}.`;
  const warning =
    !isReset && grant.role === 'owner' && people.some(({ role }) => role === 'owner')
      ? `\nThe account already has an owner. This link adds another owner, who can do everything in it.`
      : '';
  return {
    data: {
      id: personId,
      email: invitation.email,
      ...grant,
      expiresAt: toIsoString(invitation.expiresAt),
      link,
    },
    text: `${can} The link is shown only once and works once:${warning}\n\n${link}`,
  };
}

/** Writes rights as options of `person invite`. */
function optionsOf({ role, modes, pictures }: Grant): string {
  const isAll = modes.length === keyModes.length;
  return [
    `--role ${role}`,
    ...(isAll ? [] : modes.map((mode) => `--mode ${mode}`)),
    ...(pictures ? [] : ['--no-pictures']),
  ].join(' ');
}

async function peopleOf({ operator, text }: Call) {
  const { accounts, people } = await openStores(operator);
  const named = text('account');
  const account = named === undefined ? await onlyAccountOf(accounts) : await accountOf(accounts, named);
  const { clock, actor } = operator;
  return {
    services: { store: people, vault: operator.vault(), clock },
    account,
    actor,
  };
}

async function onlyAccountOf(accounts: AccountReads) {
  const [first, ...others] = await accounts.accounts();
  if (!first) throw new CommandError('There are no accounts yet. Create one: account create …');
  if (others.length > 0) throw new UsageError('There are several accounts: choose one with --account.');
  return first;
}

/**
 * Finds the person that an operand names.
 *
 * @throws {CommandError} if the account has no such person.
 */
async function personOf(call: Call, accountId: string): Promise<{ personId: string; email: string }> {
  const { services, actor } = await peopleOf(call);
  const email = staffEmail(call.operand);
  const entries = await listPeople(services, actor, accountId);
  const entry = entries.find(
    ({ person }) => person.email === email || person.id === call.operand.toLowerCase(),
  );
  if (!entry)
    throw new CommandError(`There is no "${call.operand}" in this account. "person list" lists all people.`);
  return { personId: entry.person.id, email: entry.person.email };
}

function roleOf(text: string): Role {
  const role = roles.find((known) => known === text);
  if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}.`);
  return role;
}

function modesOf({ texts }: Call): readonly KeyMode[] {
  const requested = texts('mode');
  const unknown = requested.find((mode) => !(keyModes as readonly string[]).includes(mode));
  if (unknown !== undefined) throw new UsageError('--mode must be live or test.');
  return requested.length === 0 ? keyModes : keyModes.filter((mode) => requested.includes(mode));
}

/** Options of members of a refused call, by JSON pointer. */
const optionNames: Readonly<Record<string, string>> = {
  '/email': '--email',
  '/role': '--role',
  '/modes': '--mode',
  '/pictures': '--pictures',
};

/**
 * Converts a refusal into a message for operators, which names options instead of members.
 *
 * @throws {CommandError}
 */
async function withReadableRefusals<Result>(act: Promise<Result>): Promise<Result> {
  return act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const [fault] = error.faults;
    const option = fault && 'pointer' in fault ? optionNames[String(fault.pointer)] : undefined;
    throw new CommandError(fault && option ? `${option} ${fault.detail}.` : error.message);
  });
}

function entryOf({ person, since, invitedUntil, lastSignInAt, ...entry }: PersonEntry) {
  const { id, email, name } = person;
  const times = {
    since: toIsoString(since),
    invitedUntil: toIsoString(invitedUntil),
    lastSignInAt: toIsoString(lastSignInAt),
  };
  return { id, email, name, ...entry, ...times };
}
