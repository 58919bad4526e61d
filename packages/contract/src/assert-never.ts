/**
 * Ends a switch over a closed union: a member without a case is a type error here. Names no value, which may be personal data.
 *
 * @throws always; reached only by a value that its type does not allow.
 */
export function assertNever(_value: never): never {
  throw new Error('A switch has no case for this value.');
}
