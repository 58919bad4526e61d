import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { nestsDeeper } from '../../json-depth.ts';
import { workflowFileSchema } from '../../workflows/workflow-file.ts';
import type { Call } from '../command.ts';
import { CommandError } from '../command-error.ts';

/** Reads the workflow given to a command. @throws {CommandError} with the place of every fault. */
export function readWorkflowFile(
  call: Pick<Call, 'operator' | 'operand'>,
): Promise<z.infer<typeof workflowFileSchema>> {
  return readJsonFile(call.operand, call.operator.input, workflowFileSchema, 'workflow');
}

/**
 * Reads JSON from a file, or from the standard input if the file is `-`.
 *
 * @param what - a word for the expected content.
 * @throws {CommandError} if it cannot be read, or has other content.
 */
export async function readJsonFile<Schema extends z.ZodType>(
  file: string,
  input: Call['operator']['input'],
  schema: Schema,
  what: string,
): Promise<z.infer<Schema>> {
  const result = schema.safeParse(parseJson(decode(await readBytes(file, input), what), what));
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`,
  );
  throw new CommandError(`This is not a valid ${what}:\n${faults.join('\n')}`);
}

async function readBytes(file: string, input: Call['operator']['input']): Promise<Uint8Array> {
  if (file === '-') return Buffer.concat(await input.toArray());
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}.`);
  }
}

/** Removes the byte order mark that some editors write. Refuses encodings other than UTF-8, which would change names. */
function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`This is not a valid ${what}: the file is not UTF-8.`);
  }
}

/** Maximum nesting depth, greater than that of any condition in a valid definition. */
const deepest = 64;

function parseJson(text: string, what: string): unknown {
  if (nestsDeeper(text, deepest))
    throw new CommandError(
      `This is not a valid ${what}: the file is nested more than ${deepest} levels deep.`,
    );
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`This is not a valid ${what}: the file is not JSON.`);
  }
}
