import type { AdminSession } from '@vendor/contract/admin';

/** Returns the session of an example person, with changes. */
export function exampleSession(change: Partial<AdminSession> = {}): AdminSession {
  return {
    person: { id: 'p', name: 'A developer', email: 'developer@shop.example' },
    account: { id: 'a', name: 'A shop' },
    accounts: [{ id: 'a', name: 'A shop' }],
    role: 'developer',
    modes: ['live', 'test'],
    pictures: false,
    acts: [],
    testActs: [],
    isDevelopment: false,
    mustAddSecondStep: false,
    requestToken: 'token',
    ...change,
  };
}
