/**
 * Roles of people in an account. Owners grant access, managers approve, analysts decide, developers integrate, support finds
 * executions, auditors read. `find-obstacle.ts` defines what each role may do.
 */
export const roles = ['owner', 'manager', 'analyst', 'developer', 'support', 'auditor'] as const;
export type Role = (typeof roles)[number];
