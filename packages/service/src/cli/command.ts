import type { Operator } from './operator.ts';

/** An option of a command: `--name value`, or `--name` if it has no value. */
export interface Option {
  /** Placeholder of the value in the help; null: the option has no value. */
  readonly value: string | null;
  readonly about: string;
  readonly required?: boolean;
  /** Whether the option may be given several times. */
  readonly multiple?: boolean;
}

/** Arguments and context of a called command. */
export interface Call {
  readonly operand: string;
  readonly operator: Operator;
  /** Returns the value of an option; undefined: not given. */
  text(option: string): string | undefined;
  /** Returns the value of a required option. */
  must(option: string): string;
  /** Returns the values of an option that may be given several times. */
  texts(option: string): readonly string[];
  flag(option: string): boolean;
  /** Prints a message before the answer: `data` as a line of JSON for programs, or `text` for people. */
  tell(data: unknown, text: string): void;
  /** Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP. A command that does not call this ends at once. */
  stopped(): AbortSignal;
}

/** Result of a command. */
export interface Answer {
  /** For programs (`--json`). */
  readonly data: unknown;
  /** For people. */
  readonly text: string;
  /**
   * Further fields for programs besides `data`, such as the cursor of the next page. With `--json`, they are written to the
   * error output as a line of JSON; `text` already contains them for people.
   */
  readonly more?: unknown;
  /** False: the process exits with 1, although the command was carried out. */
  readonly isGood?: boolean;
}

/** A command of the operator's command line. */
export interface Command {
  /** Words that name the command: `key create`. */
  readonly name: string;
  readonly summary: string;
  /**
   * Placeholder of the operand after the name; null: the command takes none. Text after a comma explains it in the help of this
   * command.
   */
  readonly operand: string | null;
  readonly options: Readonly<Record<string, Option>>;
  /** Further notes, shown only in the help of this command. */
  readonly notes?: string;
  /**
   * Whether the command writes nothing to the data folder, so that any user may run it. Otherwise only the owner of the folder
   * may.
   */
  readonly isReadOnly?: boolean;
  /** Whether the command reports unusable settings itself. Otherwise they are refused before it runs. */
  readonly reportsSettings?: boolean;
  run(call: Call): Promise<Answer>;
}

/** Option shared by several commands. */
export const accountOption: Option = { value: 'id', about: 'The account, as `account list` names it.' };
