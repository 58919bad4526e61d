import type { Operator } from './operator.ts';

/** An option of a command, as `--name value`, or as `--name` alone when it has no value. */
export interface Option {
  /** Placeholder of the value in help; null: it has none. */
  readonly value: string | null;
  readonly about: string;
  readonly required?: boolean;
  /** Whether it may be given several times. */
  readonly multiple?: boolean;
}

/** Arguments that follow the words of a command. */
export interface Call {
  readonly operand: string;
  readonly operator: Operator;
  /** The value of an option; undefined: it was not given. */
  text(option: string): string | undefined;
  /** The value of a required option. */
  must(option: string): string;
  /** The values of an option that may be given several times. */
  texts(option: string): readonly string[];
  flag(option: string): boolean;
  /** Says something before the answer: a line of JSON to programs, the text to people. */
  tell(data: unknown, text: string): void;
  /** Aborts on SIGINT or SIGTERM. A command that does not call this ends at once. */
  stopped(): AbortSignal;
}

/** Result of a command. */
export interface Answer {
  /** For programs, with `--json`. */
  readonly data: unknown;
  /** For people. */
  readonly text: string;
  /**
   * More fields for programs, next to `data`, such as the cursor of the next page. With `--json`, they go to the error output as
   * a line of JSON; `text` says the same to people.
   */
  readonly more?: unknown;
  /** False: the process ends with 1, although the command was carried out. */
  readonly isGood?: boolean;
}

/** A command of the operator's command line. */
export interface Command {
  /** Words to type: `key create`. */
  readonly name: string;
  readonly summary: string;
  /** Placeholder of the operand that follows the name; null: the command takes none. */
  readonly operand: string | null;
  readonly options: Readonly<Record<string, Option>>;
  /** More to know, for the help of this command alone. */
  readonly notes?: string;
  /** Whether it writes nothing to the data folder, so that any user may run it. Otherwise only the owner of the folder may. */
  readonly isReadOnly?: boolean;
  /** Whether it reports unusable settings itself. Otherwise they are refused before it runs. */
  readonly reportsSettings?: boolean;
  run(call: Call): Promise<Answer>;
}

/** An option that several commands know. */
export const accountOption: Option = { value: 'id', about: 'The account, as `account list` names it.' };
