import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { retryReasonSchema } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { retryReasonsOf } from '../../check-kinds/registry.ts';
import { parseSandboxUser, type SandboxOrder, sandboxUsers } from './sandbox.ts';

const page = readFileSync(fileURLToPath(new URL('../../../../../docs/sandbox.md', import.meta.url)), 'utf8');
/** Cells of each row whose first cell is a user. */
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, user = '', ...cells]) => (/^`sandbox-/.test(user) ? [[user.slice(1, -1), ...cells]] : []));
const usersOf = (isReason: boolean) =>
  rows.filter(([user = '']) => /^sandbox-retry-[^<]/.test(user) === isReason);

/** Returns the SDK event that the documentation should name for an order. */
function expectedEvent(order: SandboxOrder | null): string {
  const completions = { APPROVED: 'success', REVIEW: 'pending', DECLINED: 'failed', ERROR: 'unknown' };
  switch (order?.kind) {
    case 'status':
      return `\`completed('${completions[order.status]}')\``;
    case 'expired':
      return "`error('error_code_3')`";
    case 'limit':
      return `\`error('${order.step === 'selfie' ? 'error_code_6' : 'error_code_5'}')\``;
    case 'error':
      return `\`error('${order.code}')\``;
    default:
      return "`completed('success')`";
  }
}

describe('docs/sandbox.md', () => {
  it('lists exactly the users that the service recognises', { tags: ['DHOOK-41'] }, () => {
    const patterns = ['sandbox-retry-<reason>', 'sandbox-delay-<seconds>'];
    const documented = usersOf(false).map(([user]) => user);
    expect(documented.sort()).toEqual([...Object.keys(sandboxUsers), ...patterns].sort());
  });

  it('names the SDK event for each user', { tags: ['DHOOK-43'] }, () => {
    for (const [user = '', , event = ''] of usersOf(false))
      expect(event.split(';')[0], user).toBe(expectedEvent(parseSandboxUser(user)));
  });

  it('lists each retry reason with the steps that support it', { tags: ['DHOOK-42'] }, () => {
    const documented = usersOf(true).map(([user = '', steps]) => [parseSandboxUser(user), steps]);
    const known = retryReasonSchema.options.map((reason) => [
      { kind: 'retry', reason },
      Object.entries(retryReasonsOf)
        .filter(([, reasons]) => reasons.includes(reason))
        .map(([kind]) => kind)
        .join(', '),
    ]);
    expect(documented).toEqual(known);
  });

  it('states the maximum delay', { tags: ['DHOOK-44'] }, () => {
    const [, most = ''] = /1 to (\d+) seconds/.exec(page) ?? [];
    expect(parseSandboxUser(`sandbox-delay-${most}`)).toEqual({ kind: 'delay', seconds: Number(most) });
    expect(parseSandboxUser(`sandbox-delay-${Number(most) + 1}`)).toBeNull();
  });
});
