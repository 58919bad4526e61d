import type { Outcome } from '@vendor/contract';
import type { AdminCheck, AdminMember, AdminReason } from '@vendor/contract/admin';
import { sayValue } from '@vendor/texts/staff/say-value';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import { wordsOf } from '../../executions/reads/finding-words.ts';
import type { StoredCheck, StoredExecution } from '../../executions/stored-execution.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type CheckNode, takesCaptures } from '../../workflows/node.ts';
import { checkLimit, memberLimit, pageOf, pageOfType, requiredMembers } from './judged-by.ts';
import { cellOf, maskText } from './mask.ts';
import { isoOrNull, toIsoString } from './run-row.ts';

const outcomes: readonly string[] = ['PASS', 'REVIEW', 'FAIL', 'NOT_PERFORMED'] satisfies Outcome[];

/** Describes a check for the panel. @param findings - undefined if the check has none, or they cannot be decrypted. */
export function describeCheck(
  { walk, dataPurgedAt }: StoredExecution,
  definition: WorkflowDefinition,
  check: StoredCheck,
  findings: CheckFindings | undefined,
  attemptsUsed: number,
  isMasked: boolean,
): AdminCheck {
  // A purge also removes the node's name.
  const node = dataPurgedAt === null ? (nodeOf(definition, check.nodeId) as CheckNode) : null;
  return {
    id: check.id,
    nodeId: node && check.nodeId,
    kind: node?.kind ?? null,
    checkType: check.checkType,
    status: check.status,
    startedAt: toIsoString(check.startedAt),
    finishedAt: isoOrNull(check.finishedAt),
    platform: node && check.platform,
    attempts:
      node && takesCaptures(node)
        ? {
            used: walk.at === check.nodeId ? Math.max(walk.attempt, attemptsUsed) : attemptsUsed,
            allowed: node.attempts,
          }
        : null,
    reasons: reasonsOf(check, findings),
    members: node ? membersOf(node, findings) : [],
    extracted: extractedOf(findings).map(([name, value]) => ({ name, value: cellOf(name, value, isMasked) })),
    facts: factsOf(findings),
    threshold: node && checkLimit(node),
    docs: node ? pageOf(node.kind) : pageOfType(check.checkType),
    screening: findings?.screened
      ? {
          lists: findings.screened.lists.map(({ id, importedAt, names }) => ({
            id,
            importedAt: toIsoString(importedAt),
            names,
          })),
          hits: findings.screened.hits.map(({ list, entry, name, score, agreed, birthDates, countries }) => ({
            ...{ list, score, agreed: [...agreed] },
            // The entry of a public list names the person.
            entry: isMasked ? maskText(entry) : entry,
            name: cellOf('name', name, isMasked),
            birthDates: (birthDates ?? []).map((date) => cellOf('dateOfBirth', date, isMasked)),
            countries: (countries ?? []).map((country) => sayValue('country', country)),
          })),
        }
      : null,
  };
}

/**
 * Collects the codes of the status detail that have a sentence, and the findings that belong to no member. Checks of earlier
 * versions only have the codes of their doubts.
 */
function reasonsOf({ statusDetail }: StoredCheck, findings: CheckFindings | undefined): AdminReason[] {
  const found = findings?.found ?? [];
  const named = statusDetail?.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g) ?? [];
  const ofMembers = found.filter(({ member }) => member !== null).map(({ code }) => code);
  const detail = named.filter((code) => wordsOf(code) !== null && !ofMembers.includes(code));
  const further = found.filter(({ member }) => member === null).map(({ code }) => code);
  const older = findings?.found === undefined ? (findings?.findings ?? []) : [];
  return [...new Set([...detail, ...further, ...older])].map((code) => ({
    code,
    sentence: wordsOf(code),
    outcome: found.find((finding) => finding.code === code)?.outcome ?? null,
  }));
}

function membersOf(node: CheckNode, findings: CheckFindings | undefined): AdminMember[] {
  const results = [
    findings?.documentCheckResult,
    findings?.selfieVerificationResult,
    findings?.proofOfAddressCheckResult,
    findings?.creditCardVerificationResult,
    findings?.evidenceCollectionCheckResult,
    findings?.looked,
  ];
  const required = requiredMembers(node, findings);
  const members = results.flatMap((result) => Object.entries(result ?? {}));
  return members
    .filter(([name, outcome]) => name !== 'overallResult' && outcomes.includes(String(outcome)))
    .map(([name, outcome]) => ({
      name,
      outcome: outcome as Outcome,
      isRequired: required.includes(name),
      reasons: (findings?.found ?? [])
        .filter(({ member }) => member === name)
        .map((finding) => ({
          code: finding.code,
          sentence: wordsOf(finding.code),
          outcome: finding.outcome,
        })),
      threshold: memberLimit(node, name),
      docs: pageOf(node.kind, name),
    }));
}

function extractedOf(findings: CheckFindings | undefined): [string, unknown][] {
  const { brand, bin, lastFour } = findings?.creditCardVerificationResult ?? {};
  return Object.entries({
    ...findings?.documentCheckExtractedData,
    ...findings?.proofOfAddressExtractedData,
    brand,
    bin,
    lastFour,
  }).filter(([, value]) => value !== null && value !== undefined);
}

function factsOf(findings: CheckFindings | undefined): { name: string; text: string }[] {
  const facts = {
    ...findings?.network,
    ...findings?.device,
    ...findings?.screening,
    duplicatesFound: findings?.duplicatesFound,
    files: findings?.evidenceCollectionCheckResult?.files,
  };
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, text: formatFact(name, value) }],
  );
}

function formatFact(name: string, value: unknown): string {
  if (name === 'duplicatesFound') return value ? 'found' : 'none found';
  return sayValue(name, value);
}
