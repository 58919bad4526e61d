import { encodePng } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { localEvaluator } from './local-evaluator.ts';

const { signal } = new AbortController();

describe('the evaluator in this thread', () => {
  it('looks at e-mail addresses', async () => {
    const codes = async (email: string) => {
      const { outcome, findings } = await localEvaluator.evaluateEmail(email, signal);
      return [outcome, ...findings.map(({ code }) => code)];
    };
    expect(await codes('user@mailinator.com')).toEqual(
      expect.arrayContaining(['REVIEW', 'EMAIL_DOMAIN_DISPOSABLE']),
    );
    expect(await codes('no address')).toEqual(['FAIL', 'EMAIL_SYNTAX_INVALID']);
  });

  it('cleans pictures', async () => {
    const file = await encodePng({ data: new Uint8Array(4 * 40 * 30).fill(120), width: 40, height: 30 });
    const clean = await localEvaluator.cleanPicture(Buffer.concat([file, Buffer.from('behind the end')]));
    expect(clean?.contentType).toBe('image/jpeg');
    expect(Buffer.from(clean!.bytes).includes('behind the end')).toBe(false);
    expect(await localEvaluator.cleanPicture(Buffer.from('no picture'))).toBeNull();
  });

  it('cleans films', async () => {
    expect(await localEvaluator.cleanVideo(Buffer.from('no film'))).toEqual({
      kind: 'refused',
      refusal: 'UNREADABLE',
    });
  });

  it('looks at addresses', async () => {
    const task = {
      ip: '192.0.2.7',
      network: { country: null, owner: null, masks: null },
      countries: [],
      users: null,
      limits: { ofAddress: 1, ofNetwork: 1 },
    };
    const { findings } = await localEvaluator.evaluateIp(task, signal);
    expect(findings[0]).toEqual({ code: 'IP_ADDRESS_DOCUMENTATION', outcome: 'REVIEW' });
  });

  it('looks at phone numbers', async () => {
    expect(await localEvaluator.evaluatePhone('+447400123456', signal)).toMatchObject({ outcome: 'PASS' });
    expect(await localEvaluator.evaluatePhone('+440000000000', signal)).toMatchObject({ outcome: 'FAIL' });
  });
});
