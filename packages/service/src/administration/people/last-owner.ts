import { Refusal } from '../../refusal.ts';
import type { Grant, Membership } from './person.ts';

/**
 * Refuses to remove the last owner of an account, or the last owner with live mode and pictures, because only an operator could
 * restore these rights.
 *
 * @param after - the new rights of the person; null: none.
 * @throws {Refusal} LAST_OWNER if no such owner would be left.
 */
export function refuseLastOwner(members: readonly Membership[], personId: string, after: Grant | null): void {
  const others: readonly Grant[] = members.filter((member) => member.personId !== personId);
  const left = after ? [...others, after] : others;
  if (!left.some(({ role }) => role === 'owner'))
    throw new Refusal(
      'LAST_OWNER',
      'This person is the only owner of the account. Make another owner first.',
    );
  if (members.some(hasAllRights) && !left.some(hasAllRights))
    throw new Refusal(
      'LAST_OWNER',
      'This person is the only owner with access to live mode and pictures. First give another owner both.',
    );
}

function hasAllRights({ role, modes, pictures }: Grant): boolean {
  return role === 'owner' && modes.includes('live') && pictures;
}
