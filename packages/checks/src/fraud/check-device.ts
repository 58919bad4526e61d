import type { DeviceReport, Outcome } from '@vendor/contract';
import {
  certainWeight,
  type DeviceDoubt,
  type DeviceFindingCode,
  type DeviceMember,
  deviceWeights,
} from './device-findings.ts';
import {
  type DeviceContact,
  findAutomationDoubts,
  findConsistencyDoubts,
  isVirtual,
} from './device-traits.ts';
import type { FraudEvaluation, FraudFinding } from './fraud-finding.ts';
import { matchesCountryTime } from './time-zone.ts';

/** A device report, with facts about the request that carried it. */
export interface ReportedDevice extends DeviceContact {
  readonly report: DeviceReport;
}

/** A device report and facts to compare it with. */
export interface DeviceTask {
  /** Null if the device sent no report. */
  readonly reported: ReportedDevice | null;
  /** Country of the user's IP address, ISO 3166-1 alpha-2; null if unknown. */
  readonly country: string | null;
  /** Number of different users of the device, including this one; null if not counted. */
  readonly users: number | null;
  /** Maximum number of users; more are REVIEW. */
  readonly usersLimit: number;
}

export interface DeviceEvaluation extends FraudEvaluation<DeviceFindingCode> {
  readonly members: Readonly<Record<DeviceMember, Outcome>>;
  /** Sum of the weights of all findings; 100 or more only if a program certainly controls the browser. */
  readonly score: number;
}

/**
 * Judges the device report of a browser. A report can be forged entirely: findings show only that the forger was careless or
 * contradicts themselves.
 */
export function checkDevice({ reported, country, users, usersLimit }: DeviceTask): DeviceEvaluation {
  const members: Record<DeviceMember, FraudFinding<DeviceFindingCode>[]> = {
    automation: reported
      ? doubtsOrPass('DEVICE_NOT_AUTOMATED', findAutomationDoubts(reported.report, reported))
      : [notPerformed('DEVICE_UNKNOWN')],
    consistency: reported
      ? doubtsOrPass('DEVICE_CONSISTENT', findConsistencyDoubts(reported.report, reported))
      : [notPerformed('DEVICE_UNKNOWN')],
    location: [locationFinding(reported, country)],
    renderer: [rendererFinding(reported?.report.renderer ?? null)],
    users: [usersFinding(users, usersLimit)],
  };
  const findings = Object.values(members).flat();
  const score = sumWeights(findings);
  const outcomes = findings.map(({ outcome }) => outcome);
  return {
    outcome: score >= certainWeight ? 'FAIL' : outcomes.includes('REVIEW') ? 'REVIEW' : 'PASS',
    findings,
    members: {
      automation: worstOutcome(members.automation),
      consistency: worstOutcome(members.consistency),
      location: worstOutcome(members.location),
      renderer: worstOutcome(members.renderer),
      users: worstOutcome(members.users),
    },
    score,
  };
}

const notPerformed = (code: DeviceFindingCode) => ({ code, outcome: 'NOT_PERFORMED' }) as const;

function doubtsOrPass(
  usual: DeviceFindingCode,
  doubts: readonly DeviceDoubt[],
): FraudFinding<DeviceFindingCode>[] {
  return doubts.length > 0 ? doubts.map(doubtFinding) : [{ code: usual, outcome: 'PASS' }];
}

function doubtFinding(code: DeviceDoubt): FraudFinding<DeviceFindingCode> {
  return { code, outcome: deviceWeights[code] >= certainWeight ? 'FAIL' : 'REVIEW' };
}

function locationFinding(
  reported: DeviceTask['reported'],
  country: string | null,
): FraudFinding<DeviceFindingCode> {
  const zone = reported?.report.timeZone ?? null;
  const isExpected =
    reported === null || zone === null || country === null
      ? null
      : matchesCountryTime(country, zone, reported.receivedAt);
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

/** Caps the sum of uncertain findings below the weight of a certain one. */
function sumWeights(findings: readonly FraudFinding<DeviceFindingCode>[]): number {
  const weights = findings.map(({ code }) =>
    code in deviceWeights ? deviceWeights[code as DeviceDoubt] : 0,
  );
  const sum = weights.reduce((total: number, weight) => total + weight, 0);
  return weights.some((weight) => weight >= certainWeight) ? sum : Math.min(sum, certainWeight - 1);
}

function worstOutcome(findings: readonly FraudFinding[]): Outcome {
  const outcomes = findings.map(({ outcome }) => outcome);
  return (['FAIL', 'REVIEW', 'NOT_PERFORMED'] as const).find((worst) => outcomes.includes(worst)) ?? 'PASS';
}
