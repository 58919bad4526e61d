import { isBlank, isUnstorable } from '@vendor/contract';
import { UsageError } from './command-error.ts';

/**
 * Normalises a name for storage.
 *
 * @throws {UsageError} for a blank name, one of more than 256 characters, or one with control or unstorable characters.
 */
export function nameOf(option: string, text: string): string {
  const name = text.trim();
  if (isBlank(name) || name.length > 256 || isUnstorable(name) || /\p{Cc}/u.test(name)) {
    throw new UsageError(`--${option} must be a text of 1 to 256 characters.`);
  }
  return name;
}
