import type { Clock } from '../clock.ts';
import { redactText, redactValue } from './redact.ts';

/** Log levels, from the least to the most severe. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Flat fields of a log event: ids, codes, counts and durations. Never data of an end user. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes log events, one JSON object per line. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields, error?: unknown): void;
  error(message: string, fields?: LogFields, error?: unknown): void;
}

export interface LoggerOptions {
  level: LogLevel;
  clock: Clock;
  /** Receives a whole line including the line feed. */
  write(line: string): void;
}

/** Creates a logger that redacts keys, tokens, secrets, e-mail addresses and phone numbers, whatever a careless call passes. */
export function createLogger({ level, clock, write }: LoggerOptions): Logger {
  const lowest = logLevels.indexOf(level);
  const log = (of: LogLevel, message: string, fields: LogFields = {}, error?: unknown) => {
    if (logLevels.indexOf(of) < lowest) return;
    const entry: Record<string, unknown> = {
      time: new Date(clock.now()).toISOString(),
      level: of,
      message: redactText(message),
    };
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined && !(name in entry)) entry[name] = redactValue(name, value);
    }
    if (error !== undefined) entry.error = describeError(error);
    write(`${JSON.stringify(entry)}\n`);
  };
  return {
    debug: (message, fields) => log('debug', message, fields),
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields, error) => log('warn', message, fields, error),
    error: (message, fields, error) => log('error', message, fields, error),
  };
}

/**
 * Describes an error by name, code and stack frames. Its message may quote data that failed to parse, so it is redacted and
 * cut.
 */
function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = (error as NodeJS.ErrnoException).code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: redactText(error.message),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(error.cause instanceof Error ? { cause: summarizeError(error.cause) } : {}),
  };
}

/** Describes an error in one short line that is safe to store and log. */
export function summarizeError(error: unknown): string {
  return error instanceof Error ? redactText(`${error.name}: ${error.message}`) : typeof error;
}
