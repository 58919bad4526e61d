import { maskText, plainMembers } from '../runs/mask.ts';

/** Members of a webhook whose values say nothing of the user. Any other is masked, those of later versions, too. */
const plainMemberNames = new Set([
  ...plainMembers,
  'event',
  'timestamp',
  'id',
  'status',
  'createdAt',
  'dataPurgedAt',
  'evaluatedAt',
  'result',
  'condition',
  'checkType',
  'sessionId',
  'startedAt',
  'finishedAt',
  'platform',
  'duplicatesFound',
  'files',
]);
/** Signed links lead to pictures whoever has them. */
const linkMember = 'capturedMedia';

/**
 * The body of a webhook as people see it: without links to pictures, and with personal data masked.
 *
 * @param isMasked - false: links alone are left out.
 */
export function maskWebhook(body: unknown, isMasked: boolean): unknown {
  return maskValue(body, '', isMasked);
}

function maskValue(value: unknown, member: string, isMasked: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => maskValue(one, member, isMasked));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === linkMember
          ? withoutLinks(inner)
          : name === 'workflow'
            ? inner
            : maskValue(inner, name, isMasked),
      ]),
    );
  if (value === null || !isMasked || plainMemberNames.has(member) || isCode(member, value)) return value;
  return maskText(String(value));
}

/** Outcomes, and details that are codes alone. */
function isCode(member: string, value: unknown): boolean {
  return (
    /Result$|^statusDetail$/.test(member) && /^[A-Z][A-Z0-9_]*([,; ]+[A-Z][A-Z0-9_]*)*$/.test(String(value))
  );
}

function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutLinks(inner)]));
  return typeof value === 'string' ? '…' : value;
}
