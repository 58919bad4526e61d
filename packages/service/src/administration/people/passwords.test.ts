import { describe, expect, test } from 'vitest';
import { cheapPasswords } from '../../../testing/people-world.ts';

describe('passwords', () => {
  test('gives somebody from a known place a turn while a crowd of strangers waits', async () => {
    const passwords = cheapPasswords();
    const hash = await passwords.hash('correct horse battery');
    const ended: string[] = [];
    const note = (who: string) => (isRight: boolean) => void ended.push(`${who} ${isRight}`);
    const crowd = Array.from({ length: 34 }, () => passwords.verify('a guess', hash).then(note('stranger')));
    await expect(passwords.verify('one guess more', hash)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await passwords.verify('correct horse battery', hash, true).then(note('known'));
    // Two are computed at once, and those came before.
    expect(ended.indexOf('known true')).toBeLessThan(5);
    await Promise.all(crowd);
    expect(ended.length).toBe(35);
  });
});
