import type { CheckType } from '@vendor/contract';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import { type CheckKindName, type CheckNode, captureKindOfType, kindOf } from '../../check-kinds/registry.ts';

/** Names the page of the documentation about a type of check, where its kind is not known any more. */
export function pageOfType(type: CheckType): string {
  return captureKindOfType(type)?.page ?? 'docs/fraud.md';
}

/** Names the page that says how a member of a check is judged. @param member - null: the check as a whole. */
export function pageOf(kind: CheckKindName, member: string | null = null): string {
  const { page, memberPages = {} } = kindOf({ kind });
  return (member !== null && memberPages[member]) || page;
}

/** Says the limit that the workflow sets for a member, in words; null: it sets none. */
export function memberLimit(node: CheckNode, member: string): string | null {
  return kindOf(node).memberLimit?.(node, member) ?? null;
}

/** Says the limits of a check as a whole, in words; null: there are none. */
export function checkLimit(node: CheckNode): string | null {
  return kindOf(node).checkLimit?.(node) ?? null;
}

/** Names the members that had to be PASS for the check to be APPROVED. */
export function requiredMembers(node: CheckNode, findings: CheckFindings | undefined): readonly string[] {
  return kindOf(node).requiredOf(node, findings);
}
