import type { Invitation, Person } from '../person.ts';

/** Makes a new person from an invitation, without name and credentials. */
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
