import { Refusal } from '../../refusal.ts';
import type { Membership } from './person.ts';

/** @throws {Refusal} LAST_OWNER when nobody else in the account is its owner. */
export function refuseLastOwner(members: readonly Membership[], personId: string): void {
  if (members.some((member) => member.personId !== personId && member.role === 'owner')) return;
  throw new Refusal('LAST_OWNER', 'This person is the only owner of the account. Make another owner first.');
}
