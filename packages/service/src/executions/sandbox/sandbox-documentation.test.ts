import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { retryReasonSchema } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { retryReasonsOf } from '../../check-kinds/registry.ts';
import { parseSandboxUser, type SandboxOrder, sandboxUsers } from './sandbox.ts';

const page = readFileSync(fileURLToPath(new URL('../../../../../docs/sandbox.md', import.meta.url)), 'utf8');
/** The cells of each row that begins with a user. */
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, user = '', ...cells]) => (/^`sandbox-/.test(user) ? [[user.slice(1, -1), ...cells]] : []));
const usersOf = (isReason: boolean) =>
  rows.filter(([user = '']) => /^sandbox-retry-[^<]/.test(user) === isReason);

/** Tells what a page hears, by what the sandbox does. */
function heardOf(order: SandboxOrder | null): string {
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

describe('the page about the sandbox', () => {
  it('has a row for each user that the service knows, and for no other', { tags: ['DHOOK-41'] }, () => {
    const patterns = ['sandbox-retry-<reason>', 'sandbox-delay-<seconds>'];
    const told = usersOf(false).map(([user]) => user);
    expect(told.sort()).toEqual([...Object.keys(sandboxUsers), ...patterns].sort());
  });

  it('says what a page hears of each', { tags: ['DHOOK-43'] }, () => {
    for (const [user = '', , heard = ''] of usersOf(false))
      expect(heard.split(';')[0], user).toBe(heardOf(parseSandboxUser(user)));
  });

  it('has a row for each retry reason, with every step that knows it', { tags: ['DHOOK-42'] }, () => {
    const told = usersOf(true).map(([user = '', steps]) => [parseSandboxUser(user), steps]);
    const known = retryReasonSchema.options.map((reason) => [
      { kind: 'retry', reason },
      Object.entries(retryReasonsOf)
        .filter(([, reasons]) => reasons.includes(reason))
        .map(([kind]) => kind)
        .join(', '),
    ]);
    expect(told).toEqual(known);
  });

  it('names the longest delay there is', { tags: ['DHOOK-44'] }, () => {
    const [, most = ''] = /1 to (\d+) seconds/.exec(page) ?? [];
    expect(parseSandboxUser(`sandbox-delay-${most}`)).toEqual({ kind: 'delay', seconds: Number(most) });
    expect(parseSandboxUser(`sandbox-delay-${Number(most) + 1}`)).toBeNull();
  });
});
