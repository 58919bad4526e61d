import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { OperatorDesk } from '../../../testing/operator-desk.ts';
import { runCommand } from '../run-command.ts';

let desk: OperatorDesk;
beforeEach(async () => {
  desk = new OperatorDesk();
  await desk.ask('account create --name Harbour');
});
afterEach(() => desk.remove());

interface Invited {
  readonly id: string;
  readonly link: string;
}

describe('commands for people', () => {
  test('invites a person by a link shown once, lists and removes them, and refuses to change them yet', async () => {
    const invited = await desk.ask<Invited>('person invite --email Boss@example.com --role owner');
    expect(invited.link).toMatch(/^http:\/\/localhost:\d+\/admin\/invitation#[\w.-]+$/);
    expect(await desk.ask<unknown[]>('person list')).toMatchObject([
      { id: invited.id, email: 'boss@example.com', role: 'owner', state: 'invited', pictures: true },
    ]);
    const change = await desk.type('person change boss@example.com --role analyst');
    expect([change.code, change.complained]).toEqual([1, expect.stringContaining('no such person')]);
    await desk.ask('person remove boss@example.com');
    expect(await desk.ask<unknown[]>('person list')).toEqual([]);
    const acts = await desk.ask<{ act: string; actorKind: string }[]>('audit list');
    expect(acts.map(({ act, actorKind }) => `${actorKind} ${act}`).slice(0, 3)).toEqual([
      'operator person.remove',
      'system invitation.end',
      'operator person.invite',
    ]);
  });

  test.each([
    ['person invite --email a@example.com', 2, '--role'],
    ['person invite --email a@example.com --role boss', 2, '--role must be one of owner'],
    ['person invite --email nobody --role owner', 1, '--email must be an e-mail address'],
    ['person invite --email a@example.com --role owner --mode both', 2, '--mode must be'],
    ['person invite --email a@example.com --role owner --account unknown', 1, 'no account "unknown"'],
    ['person remove a@example.com', 1, 'person list'],
    ['person reset-second-step a@example.com', 1, 'person list'],
  ])('refuses the command "%s"', async (line, code, words) => {
    const answer = await desk.type(line);
    expect([answer.code, answer.complained]).toEqual([code, expect.stringContaining(words)]);
  });

  test('lets a locked-out owner set a new password, and names the options of the rights that they have', async () => {
    const service = await InProcessService.open();
    onTestFinished(() => service.close());
    const { id: accountId } = await service.addAccount('Harbour');
    const email = 'boss@example.com';
    await AdminBrowser.joined(service, email, { accountId, modes: ['live'], pictures: false });
    const type = async (...options: string[]) => {
      const said: string[] = [];
      const code = await runCommand(['person', 'invite', '--email', email, ...options], {
        variables: { DATA_DIR: service.folder, MASTER_KEY: service.masterKey.toString('hex') },
        clock: service.clock,
        input: Readable.from([]),
        say: (text) => said.push(text),
        complain: (text) => said.push(text),
        stopped: () => new AbortController().signal,
      });
      return { code, said: said.join('') };
    };
    const refused = await type('--role', 'owner');
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('--role owner --mode live --no-pictures');
    expect(refused.said).not.toContain('/modes');
    const invited = await type('--role', 'owner', '--mode', 'live', '--no-pictures');
    expect(invited.code).toBe(0);
    expect(invited.said).toMatch(/sets a new password with this link until .*; their rights stay\./);
    expect(invited.said).not.toMatch(/can join|another owner/);
  });

  test('requires --account if there are several accounts', async () => {
    await desk.ask('account create --name Second');
    const answer = await desk.type('person invite --email a@example.com --role owner');
    expect([answer.code, answer.complained]).toEqual([2, expect.stringContaining('--account')]);
  });
});
