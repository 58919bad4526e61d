import { describe, expect, it } from 'vitest';
import { localInputs } from './local-inputs.ts';

describe('local checks of texts', () => {
  it('checks e-mail addresses', async () => {
    const codes = async (email: string) => {
      const { outcome, findings } = await localInputs.email(email);
      return [outcome, ...findings.map(({ code }) => code)];
    };
    expect(await codes('user@mailinator.com')).toEqual(
      expect.arrayContaining(['REVIEW', 'EMAIL_DOMAIN_DISPOSABLE']),
    );
    expect(await codes('no address')).toEqual(['FAIL', 'EMAIL_SYNTAX_INVALID']);
  });

  it('checks IP addresses', async () => {
    const task = {
      ip: '192.0.2.7',
      network: { country: null, owner: null, masks: null },
      countries: [],
      users: null,
      limits: { ofAddress: 1, ofNetwork: 1 },
    };
    const { findings } = await localInputs.ip(task);
    expect(findings[0]).toEqual({ code: 'IP_ADDRESS_DOCUMENTATION', outcome: 'REVIEW' });
  });

  it('checks phone numbers', async () => {
    expect(await localInputs.phone('+447400123456')).toMatchObject({ outcome: 'PASS' });
    expect(await localInputs.phone('+440000000000')).toMatchObject({ outcome: 'FAIL' });
  });
});
