import type { Invitation, Person } from '../person.ts';

/** Makes a new person for an invitation that is accepted by nobody known to the service. */
export function invitedPerson({ id, email, createdAt }: Invitation): Person {
  return {
    id,
    email,
    name: '',
    createdAt,
    credentials: null,
    credentialsAt: null,
    totpStep: null,
    codesFromStrangers: null,
    codesFromDevices: null,
  };
}
