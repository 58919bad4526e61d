import type { CheckType } from '@vendor/contract';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import { type CheckKindName, type CheckNode, captureKindOfType, kindOf } from '../../check-kinds/registry.ts';

/** Returns the documentation page about a type of check, for checks whose kind is no longer known. */
export function pageOfType(type: CheckType): string {
  return captureKindOfType(type)?.page ?? 'docs/fraud.md';
}

/** Returns the documentation page that says how a member of a check is judged. @param member - null: the check as a whole. */
export function pageOf(kind: CheckKindName, member: string | null = null): string {
  const { page, memberPages = {} } = kindOf({ kind });
  return (member !== null && memberPages[member]) || page;
}

/** Describes the limit that the workflow sets for a member; null: none. */
export function memberLimit(node: CheckNode, member: string): string | null {
  return kindOf(node).memberLimit?.(node, member) ?? null;
}

/** Describes the limits that the workflow sets for a check as a whole; null: none. */
export function checkLimit(node: CheckNode): string | null {
  return kindOf(node).checkLimit?.(node) ?? null;
}

/** Lists the members that must be PASS for the check to be APPROVED. */
export function requiredMembers(node: CheckNode, findings: CheckFindings | undefined): readonly string[] {
  return kindOf(node).requiredOf(node, findings);
}
