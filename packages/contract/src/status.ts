import { z } from 'zod';

/** Every status an execution can have (section 3.1). */
export const executionStatuses = ['PENDING', 'APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR'] as const;
export const executionStatusSchema = z.enum(executionStatuses);
export type ExecutionStatus = z.infer<typeof executionStatusSchema>;

/** A status of an execution that has ended. */
export type FinalStatus = Exclude<ExecutionStatus, 'PENDING'>;

/** Every status a check can have (section 3.2). */
export const checkStatuses = [
  'APPROVED',
  'REVIEW',
  'DECLINED',
  'EXPIRED',
  'ERROR',
  'RETRY_REQUIRED',
] as const;
export const checkStatusSchema = z.enum(checkStatuses);
export type CheckStatus = z.infer<typeof checkStatusSchema>;

/** Outcomes of one member of a result. A member that was not evaluated is NOT_PERFORMED, never PASS. */
export const outcomes = ['PASS', 'REVIEW', 'FAIL', 'NOT_PERFORMED'] as const;
export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Results of all members combined. */
export const overallResults = ['APPROVED', 'REVIEW', 'DECLINED'] as const;
export const overallResultSchema = z.enum(overallResults);
export type OverallResult = z.infer<typeof overallResultSchema>;
