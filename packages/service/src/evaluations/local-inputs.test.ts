import { describe, expect, it } from 'vitest';
import { localInputs } from './local-inputs.ts';

const { signal } = new AbortController();

describe('checks of texts in this thread', () => {
  it('looks at e-mail addresses', async () => {
    const codes = async (email: string) => {
      const { outcome, findings } = await localInputs.evaluateEmail(email, signal);
      return [outcome, ...findings.map(({ code }) => code)];
    };
    expect(await codes('user@mailinator.com')).toEqual(
      expect.arrayContaining(['REVIEW', 'EMAIL_DOMAIN_DISPOSABLE']),
    );
    expect(await codes('no address')).toEqual(['FAIL', 'EMAIL_SYNTAX_INVALID']);
  });

  it('looks at addresses', async () => {
    const task = {
      ip: '192.0.2.7',
      network: { country: null, owner: null, masks: null },
      countries: [],
      users: null,
      limits: { ofAddress: 1, ofNetwork: 1 },
    };
    const { findings } = await localInputs.evaluateIp(task, signal);
    expect(findings[0]).toEqual({ code: 'IP_ADDRESS_DOCUMENTATION', outcome: 'REVIEW' });
  });

  it('looks at phone numbers', async () => {
    expect(await localInputs.evaluatePhone('+447400123456', signal)).toMatchObject({ outcome: 'PASS' });
    expect(await localInputs.evaluatePhone('+440000000000', signal)).toMatchObject({ outcome: 'FAIL' });
  });
});
