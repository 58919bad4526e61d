import type { Command, Option } from './command.ts';

/** Options that every command accepts. */
export const commonOptions: Readonly<Record<string, Option>> = {
  data: { value: 'folder', about: 'The data folder; DATA_DIR by default, or ./data.' },
  json: { value: null, about: 'Prints JSON, for programs.' },
  help: { value: null, about: 'Shows help.' },
};

/** Formats the help for all commands. */
export function overview(commands: readonly Command[]): string {
  const names = commands.map((command) => [usageOf(command), command.summary] as const);
  return `Manages the orchestration service: accounts, keys, workflows, webhooks. Works on the data folder, whether the
service is running or not.

Usage: orchestration <command> [options]

${columns(names)}

Options of every command:
${columns(Object.entries(commonOptions).map(([name, option]) => [optionUsage(name, option), option.about]))}

"orchestration <command> --help" explains one command. The settings of the service (DATA_DIR, MASTER_KEY, PUBLIC_URL, …)
apply here, too. Exit codes: 0 success, 1 failure or problems found, 2 invalid command.`;
}

/** Formats the help for one command. */
export function helpOf(command: Command): string {
  const entries = [...Object.entries(command.options), ...Object.entries(commonOptions)];
  const options = entries.map(([name, option]) => {
    return [optionUsage(name, option), option.required ? `${option.about} Required.` : option.about] as const;
  });
  const { operand } = command;
  return [
    `Usage: orchestration ${usageOf(command)} [options]`,
    command.summary,
    // The usage has only the part before the comma.
    ...(operand?.includes(',') ? [`Takes one ${operand}.`] : []),
    columns(options),
    ...(command.notes === undefined ? [] : [command.notes]),
  ].join('\n\n');
}

function usageOf({ name, operand }: Command): string {
  return operand === null ? name : `${name} <${operand.split(',')[0]}>`;
}

function optionUsage(name: string, { value }: Option): string {
  return value === null ? `--${name}` : `--${name} <${value}>`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
