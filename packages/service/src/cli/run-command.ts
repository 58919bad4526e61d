import type { Readable } from 'node:stream';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Clock } from '../clock.ts';
import { createNameResolver, type ResolveName } from '../outgoing/resolve-name.ts';
import { dataFolderOf, readSettings } from '../settings/environment.ts';
import { notedSettings } from '../settings/noted-settings.ts';
import { SettingsError } from '../settings/setting-fault.ts';
import { findLookalikes } from '../settings/setting-lookalikes.ts';
import { describeFailure } from '../unavailable.ts';
import { accountCommands } from './accounts/accounts.ts';
import { keyCommands } from './accounts/keys.ts';
import { peopleCommands } from './accounts/people.ts';
import { retentionCommands } from './accounts/retention.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { clockCommand } from './clock.ts';
import type { Answer, Call, Command } from './command.ts';
import { UsageError } from './command-error.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { decideCommand } from './executions/decide-execution.ts';
import { eraseCommand } from './executions/erase-person.ts';
import { executionListCommands } from './executions/executions.ts';
import { purgeCommand } from './executions/purge-execution.ts';
import { resendCommand } from './executions/resend-execution.ts';
import { showCommand } from './executions/show-execution.ts';
import { commonOptions, helpOf, overview } from './help.ts';
import { listenCommand } from './listen.ts';
import { masterKeyCommand } from './master-key.ts';
import { moveCommand } from './move.ts';
import { createOperator, type Operator } from './operator.ts';
import { orphansCommand } from './orphans.ts';
import { requireFolderOwner } from './require-folder-owner.ts';
import { migrateCommand } from './upgrade/migrate.ts';
import { upgradeCheckCommand } from './upgrade/upgrade-check.ts';
import { watchlistCommands } from './watchlists.ts';
import { deliveryCommands } from './webhooks/webhook-deliveries.ts';
import { testCommand } from './webhooks/webhook-test.ts';
import { webhookCommands } from './webhooks/webhooks.ts';
import { workflowCommands } from './workflows/workflows.ts';

/** Context of a command. */
export interface World {
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Id of the user who runs the command. Default: the user of this process. */
  readonly user?: number;
  readonly input: Readable;
  /** Resolves a host name to addresses. Default: by the name servers of this machine. */
  readonly resolve?: ResolveName;
  /** Returns why a server cannot listen at an address now. Default: the command tries to listen. */
  readonly findListenFault?: Operator['findListenFault'];
  /** Writes to the standard output. */
  readonly say: (text: string) => void;
  /** Writes to the error output. */
  readonly complain: (text: string) => void;
  /** Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP. */
  readonly stopped: () => AbortSignal;
}

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...retentionCommands,
  orphansCommand,
  ...peopleCommands,
  ...keyCommands,
  ...workflowCommands,
  ...webhookCommands,
  testCommand,
  ...deliveryCommands,
  listenCommand,
  ...watchlistCommands,
  ...executionListCommands,
  showCommand,
  decideCommand,
  eraseCommand,
  resendCommand,
  purgeCommand,
  ...backupCommands,
  migrateCommand,
  upgradeCheckCommand,
  ...auditCommands,
  masterKeyCommand,
  moveCommand,
  clockCommand,
  doctorCommand,
];

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/**
 * Runs the command given by the arguments after `orchestration`.
 *
 * @returns the exit code: 0 for success, 1 for a failure, 2 for a command that was not understood.
 */
export async function runCommand(typed: readonly string[], world: World): Promise<number> {
  // Determined first, because with `--json`, errors are JSON as well.
  const asJson = typed.includes('--json');
  try {
    const command = commands.find(({ name }) => typed.slice(0, name.split(' ').length).join(' ') === name);
    if (!command) return printOverview(typed, world);
    const rest = typed.slice(command.name.split(' ').length);
    const { values, positionals } = parse(command, rest);
    if (values.help === true) {
      world.say(`${helpOf(command)}\n`);
      return 0;
    }
    const answer = await carryOut(command, values, positionals, world);
    world.say(`${asJson ? JSON.stringify(answer.data, null, 2) : answer.text}\n`);
    if (asJson && answer.more !== undefined) world.complain(`${JSON.stringify({ more: answer.more })}\n`);
    return answer.isGood === false ? 1 : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = describeFailure(error);
    const hint = isUsage ? '\nTry "orchestration --help".' : '';
    world.complain(asJson ? `${JSON.stringify({ error: { message } })}\n` : `${message}${hint}\n`);
    return isUsage ? 2 : 1;
  }
}

/** Prints the overview for a missing or unknown command. */
function printOverview(typed: readonly string[], { say, complain }: World): number {
  const [first] = typed;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    say(`${overview(commands)}\n`);
    return first === undefined ? 2 : 0;
  }
  const words = typed.filter((word) => !word.startsWith('-')).slice(0, 2);
  const near = commands.filter(({ name }) => name.split(' ')[0] === first);
  if (near.length > 0 && (words.length === 1 || typed.includes('--help'))) {
    say(`${near.map((command) => helpOf(command)).join('\n\n\n')}\n`);
    return typed.includes('--help') ? 0 : 2;
  }
  complain(`There is no command "${words.join(' ')}".\nTry "orchestration --help".\n`);
  return 2;
}

function parse(command: Command, rest: readonly string[]): { values: Values; positionals: string[] } {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { value, multiple = false }] of Object.entries({
    ...command.options,
    ...commonOptions,
  })) {
    options[name] = { type: value === null ? 'boolean' : 'string', multiple };
  }
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function carryOut(
  command: Command,
  values: Values,
  positionals: readonly string[],
  world: World,
): Promise<Answer> {
  const wanted = command.operand === null ? 0 : 1;
  if (positionals.length !== wanted) {
    throw new UsageError(
      wanted === 0
        ? `"${command.name}" takes only options, not "${positionals.join(' ')}".`
        : `"${command.name}" takes one ${command.operand}.`,
    );
  }
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && values[name] === undefined) throw new UsageError(`"${command.name}" needs --${name}.`);
  }
  const folder = values.data;
  const variables = { ...world.variables, ...(typeof folder === 'string' ? { DATA_DIR: folder } : {}) };
  const { environment, faults } = settingsOf(variables);
  if (faults.length > 0 && !command.reportsSettings) throw new SettingsError(faults);
  const user = world.user ?? process.getuid?.();
  if (!command.isReadOnly) requireFolderOwner(environment.dataFolder, user);
  const operator = createOperator({
    environment,
    settings: { faults, lookalikes: findLookalikes(variables) },
    settingsWith: (changes) => settingsOf({ ...variables, ...changes }),
    findListenFault: world.findListenFault,
    clock: world.clock,
    user,
    input: world.input,
    resolve: world.resolve ?? createNameResolver(),
  });
  const normalise = (name: string, value: string) =>
    namesId(command.options[name]?.value) ? plainId(value) : value;
  const text = (name: string) => {
    const value = values[name] as string | undefined;
    return value === undefined ? undefined : normalise(name, value);
  };
  const [operand = ''] = positionals;
  const call: Call = {
    operand: namesId(command.operand) ? plainId(operand) : operand,
    operator,
    text,
    must: (name) => text(name) ?? '',
    texts: (name) => ((values[name] ?? []) as string[]).map((value) => normalise(name, value)),
    flag: (name) => values[name] === true,
    tell: (data, text) => world.say(`${values.json === true ? JSON.stringify(data) : text}\n`),
    stopped: world.stopped,
  };
  try {
    return await command.run(call);
  } finally {
    await operator.close();
  }
}

/** Returns whether an operand or option is an id, according to its placeholder in the help. */
function namesId(words: string | null | undefined): boolean {
  return /\bid$/.test(words ?? '');
}

/** Converts a UUID to lower case, because its case does not matter (RFC 9562, section 4). Other ids stay as they are. */
function plainId(id: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id;
}

/** Reads the settings of this call. Settings that are not given are taken from the running service. */
function settingsOf(variables: World['variables']): ReturnType<typeof readSettings> {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  return readSettings({ ...notedSettings(dataFolderOf(variables)), ...Object.fromEntries(given) });
}
