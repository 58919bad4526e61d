import { maskText, plainMembers } from '../runs/mask.ts';

/** Members of a webhook that are not personal data. All others are masked, including those of later versions. */
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
/** Member with signed links, which give access to pictures to anybody who has them. */
const linkMember = 'capturedMedia';

/**
 * Prepares the body of a webhook for display: without links to pictures, and with personal data masked.
 *
 * @param isMasked - false: only links are removed.
 */
export function maskWebhook(body: unknown, isMasked: boolean): unknown {
  return maskValue(body, '', isMasked);
}

/**
 * Removes the signatures of links to pictures from a response, because receivers may send back what they got. Without its
 * signature, a link opens nothing. Also removes other texts as long as a signature that have only its characters. A receiver that
 * splits a signature, such as in a hex dump, is not detected.
 */
export function withoutSignatures(text: string): string {
  return text.replace(/(signature(?:=|%3d|\\u003d|"\s*:\s*"))[\w%-]+|[\w-]{43,}/gi, '$1…');
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

/** Returns whether a value is an outcome or consists of codes only. */
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
