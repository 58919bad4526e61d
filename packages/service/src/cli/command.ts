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
  /** Aborts when the command is asked to end; whoever does not ask is ended at once. */
  stopped(): AbortSignal;
}

/** Result of a command. */
export interface Answer {
  /** For programs, with `--json`. */
  readonly data: unknown;
  /** For people. */
  readonly text: string;
  /** For programs, beside `data`: where it goes on. A line of JSON where errors are told; `text` says it to people. */
  readonly more?: unknown;
  /** False: the process ends with 1, although the command was carried out. */
  readonly isGood?: boolean;
}

/** One thing an operator can do. */
export interface Command {
  /** Words to type: `key create`. */
  readonly name: string;
  readonly summary: string;
  /** Placeholder of the operand that follows the name; null: the command takes none. */
  readonly operand: string | null;
  readonly options: Readonly<Record<string, Option>>;
  /** More to know, for the help of this command alone. */
  readonly notes?: string;
  /** Whether it leaves the data folder as it is, so that any user may run it; else it is for the owner of the folder. */
  readonly isReadOnly?: boolean;
  /** Whether it reports settings that cannot be used; else they are refused before it runs. */
  readonly reportsSettings?: boolean;
  run(call: Call): Promise<Answer>;
}

/** An option that several commands know. */
export const accountOption: Option = { value: 'id', about: 'The account, as `account list` names it.' };
