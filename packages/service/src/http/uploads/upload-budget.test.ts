import { describe, expect, it } from 'vitest';
import { createUploadBudget, type UploadBudgetOptions } from './upload-budget.ts';

const refused = expect.objectContaining({ code: 'RATE_LIMITED' });
const plenty = {
  bytes: 1000,
  bytesPerSession: 1000,
  incoming: 99,
  whole: 99,
  perSession: 99,
  accountShare: 1,
};

/** Makes a budget for uploads at one moment, with the session as default address. */
const budgetOf = (limits: Partial<UploadBudgetOptions>) => {
  const budget = createUploadBudget({ ...plenty, ...limits }, () => 0);
  return {
    take: (session: string, account: string, address: string | null = session) =>
      budget.take({ session, account, address }),
  };
};

describe('upload budget', () => {
  it('limits the uploads of one session, both in transfer and complete, until one ends', () => {
    const budget = budgetOf({ perSession: 2 });
    const first = budget.take('a', 'shop');
    first.complete();
    budget.take('a', 'shop');
    expect(() => budget.take('a', 'shop')).toThrow(refused);
    budget.take('b', 'shop');
    first.end();
    expect(() => budget.take('a', 'shop')).not.toThrow();
  });

  it('counts bytes of an upload only as they arrive', () => {
    const budget = budgetOf({ bytes: 100 });
    for (let index = 0; index < 50; index++) budget.take(`silent ${index}`, 'shop');
    const first = budget.take('a', 'shop');
    first.add(50);
    const second = budget.take('b', 'shop');
    second.add(50);
    expect(() => second.add(1)).toThrow(refused);
    first.end();
    expect(() => second.add(50)).not.toThrow();
  });

  it('limits the bytes of one session', () => {
    const budget = budgetOf({ bytesPerSession: 30 });
    budget.take('a', 'shop').add(20);
    const second = budget.take('a', 'shop');
    expect(() => second.add(11)).toThrow(refused);
    second.add(10);
    budget.take('b', 'shop').add(30);
  });

  it('reserves a share for other accounts', () => {
    const budget = budgetOf({ bytes: 100, incoming: 8, whole: 4, accountShare: 0.75 });
    for (let index = 0; index < 3; index++) {
      const upload = budget.take(`a ${index}`, 'shop');
      upload.add(25);
      upload.complete();
    }
    expect(() => budget.take('a', 'shop')).toThrow(refused);
    const other = budget.take('b', 'another shop');
    other.add(25);
    other.complete();
    const many = budgetOf({ incoming: 8, accountShare: 0.75 });
    for (let index = 0; index < 6; index++) many.take(`a ${index}`, 'shop');
    expect(() => many.take('a', 'shop')).toThrow(refused);
    many.take('b', 'another shop');
  });

  it('admits more uploads in transfer than complete ones, and none while complete ones are at their limit', () => {
    const budget = budgetOf({ incoming: 3, whole: 1 });
    const [first, second] = ['a', 'b', 'c'].map((session) => budget.take(session, 'shop'));
    expect(() => budget.take('d', 'shop')).toThrow(refused);
    first!.complete();
    expect(() => second!.complete()).toThrow(refused);
    second!.end();
    expect(() => budget.take('d', 'shop')).toThrow(refused);
    first!.end();
    expect(() => budget.take('d', 'shop')).not.toThrow();
  });

  it.each<[string, (index: number) => [account: string, address: string], string[]]>([
    ['one address', () => ['shop', 'office'], ['shop', 'another shop']],
    ['five addresses', (index) => ['shop', `address ${index % 5}`], ['shop', 'another shop']],
    ['one address and five accounts', (index) => [`shop ${index % 5}`, 'office'], ['shop 1', 'another shop']],
    ['five accounts of many addresses', (index) => [`shop ${index % 5}`, `${index}`], ['another shop']],
  ])(
    'leaves room for complete uploads of others while %s take as much as they can',
    (_, ownerOf, accounts) => {
      const limits = { bytes: 1000, whole: 100, incoming: 400, accountShare: 0.75 };
      for (const bytes of [1, 20]) {
        const budget = budgetOf(limits);
        const complete = (session: string, account: string, address: string) => {
          const upload = budget.take(session, account, address);
          upload.add(bytes);
          try {
            upload.complete();
          } catch (refusal) {
            upload.end();
            throw refusal;
          }
        };
        let refusals = 0;
        for (let index = 0; index < 100; index++)
          try {
            complete(`session ${index}`, ...ownerOf(index));
          } catch {
            refusals += 1;
          }
        expect(refusals).toBeGreaterThan(0);
        for (const account of accounts) complete(`user of ${account}`, account, `home of ${account}`);
      }
    },
  );

  it('releases everything that refused and ended uploads held', () => {
    const budget = budgetOf({ bytes: 100, perSession: 1 });
    for (let index = 0; index < 200; index += 1) {
      const upload = budget.take('a', 'shop');
      upload.add(100);
      expect(() => upload.add(1)).toThrow(refused);
      expect(() => budget.take('a', 'shop')).toThrow(refused);
      if (index % 2) upload.complete();
      upload.end();
    }
  });
});
