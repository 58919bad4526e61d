import type { Invitation, Person } from '../person.ts';

/** The person that somebody becomes who accepts an invitation as nobody the service knows. */
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
