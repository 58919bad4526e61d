import type { DeviceReport, Outcome } from '@vendor/contract';
import {
  certainWeight,
  type DeviceDoubt,
  type DeviceFindingCode,
  type DeviceMember,
  deviceWeights,
} from './device-findings.ts';
import { automationDoubts, consistencyDoubts, type DeviceContact, isVirtual } from './device-traits.ts';
import type { FraudEvaluation, FraudFinding } from './fraud-finding.ts';
import { matchesCountryTime } from './time-zone.ts';

/** Report of a device, and the request that brought it. */
export interface ReportedDevice extends DeviceContact {
  readonly report: DeviceReport;
}

/** Report of a user's device, and further facts. */
export interface DeviceTask {
  /** Null: no report. */
  readonly told: ReportedDevice | null;
  /** Country of the user's address, ISO 3166-1 alpha-2; null: unknown. */
  readonly country: string | null;
  /** Different users of the device, including this one; null: not counted. */
  readonly users: number | null;
  /** More users than these are in doubt. */
  readonly usersLimit: number;
}

export interface DeviceEvaluation extends FraudEvaluation<DeviceFindingCode> {
  readonly members: Readonly<Record<DeviceMember, Outcome>>;
  /** Sum of the weights of all findings: 100 or more only if a program certainly drives the browser. */
  readonly score: number;
}

/**
 * Judges the device report of a browser. All of it can be forged: findings show only that somebody was careless or contradicts
 * themselves.
 */
export function checkDevice({ told, country, users, usersLimit }: DeviceTask): DeviceEvaluation {
  const members: Record<DeviceMember, FraudFinding<DeviceFindingCode>[]> = {
    automation: told
      ? doubtsOr('DEVICE_NOT_AUTOMATED', automationDoubts(told.report, told))
      : [notPerformed('DEVICE_UNKNOWN')],
    consistency: told
      ? doubtsOr('DEVICE_CONSISTENT', consistencyDoubts(told.report, told))
      : [notPerformed('DEVICE_UNKNOWN')],
    location: [locationFinding(told, country)],
    renderer: [rendererFinding(told?.report.renderer ?? null)],
    users: [usersFinding(users, usersLimit)],
  };
  const findings = Object.values(members).flat();
  const score = scoreOf(findings);
  const worst = findings.map(({ outcome }) => outcome);
  return {
    outcome: score >= certainWeight ? 'FAIL' : worst.includes('REVIEW') ? 'REVIEW' : 'PASS',
    findings,
    members: {
      automation: worstOf(members.automation),
      consistency: worstOf(members.consistency),
      location: worstOf(members.location),
      renderer: worstOf(members.renderer),
      users: worstOf(members.users),
    },
    score,
  };
}

const notPerformed = (code: DeviceFindingCode) => ({ code, outcome: 'NOT_PERFORMED' }) as const;

function doubtsOr(
  usual: DeviceFindingCode,
  doubts: readonly DeviceDoubt[],
): FraudFinding<DeviceFindingCode>[] {
  return doubts.length > 0 ? doubts.map(doubtFinding) : [{ code: usual, outcome: 'PASS' }];
}

function doubtFinding(code: DeviceDoubt): FraudFinding<DeviceFindingCode> {
  return { code, outcome: deviceWeights[code] >= certainWeight ? 'FAIL' : 'REVIEW' };
}

function locationFinding(told: DeviceTask['told'], country: string | null): FraudFinding<DeviceFindingCode> {
  const zone = told?.report.timeZone ?? null;
  const isExpected =
    told === null || zone === null || country === null
      ? null
      : matchesCountryTime(country, zone, told.receivedAt);
  if (isExpected === null) return notPerformed('DEVICE_TIME_ZONE_UNKNOWN');
  return isExpected
    ? { code: 'DEVICE_TIME_ZONE_EXPECTED', outcome: 'PASS' }
    : doubtFinding('DEVICE_TIME_ZONE_DIFFERS');
}

function rendererFinding(renderer: DeviceReport['renderer']): FraudFinding<DeviceFindingCode> {
  if (renderer === null) return notPerformed('DEVICE_RENDERER_UNKNOWN');
  return isVirtual(renderer)
    ? doubtFinding('DEVICE_RENDERER_VIRTUAL')
    : { code: 'DEVICE_RENDERER_ORDINARY', outcome: 'PASS' };
}

function usersFinding(users: number | null, limit: number): FraudFinding<DeviceFindingCode> {
  if (users === null) return notPerformed('DEVICE_USERS_UNKNOWN');
  return users > limit
    ? doubtFinding('DEVICE_MANY_USERS')
    : { code: 'DEVICE_USERS_ORDINARY', outcome: 'PASS' };
}

/** Keeps the sum of signs that are not certain below one that is, however many there are. */
function scoreOf(findings: readonly FraudFinding<DeviceFindingCode>[]): number {
  const weights = findings.map(({ code }) =>
    code in deviceWeights ? deviceWeights[code as DeviceDoubt] : 0,
  );
  const sum = weights.reduce((total: number, weight) => total + weight, 0);
  return weights.some((weight) => weight >= certainWeight) ? sum : Math.min(sum, certainWeight - 1);
}

function worstOf(findings: readonly FraudFinding[]): Outcome {
  const outcomes = findings.map(({ outcome }) => outcome);
  return (['FAIL', 'REVIEW', 'NOT_PERFORMED'] as const).find((worst) => outcomes.includes(worst)) ?? 'PASS';
}
