/**
 * Ends a switch over a closed union: a missing case becomes a type error here. The error does not name the value, which may be
 * personal data.
 *
 * @throws Always. Reached only by a value that its type does not allow.
 */
export function assertNever(_value: never): never {
  throw new Error('A switch has no case for this value.');
}
