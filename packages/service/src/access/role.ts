/**
 * Roles of people in an account: an owner grants, a manager approves, an analyst decides, a developer connects, support finds, an
 * auditor reads. `find-obstacle.ts` says what each may do.
 */
export const roles = ['owner', 'manager', 'analyst', 'developer', 'support', 'auditor'] as const;
export type Role = (typeof roles)[number];
