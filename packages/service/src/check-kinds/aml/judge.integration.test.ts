import type { Execution } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../../testing/scripted-evaluator.ts';
import type { ScreeningHit } from '../../watchlists/screen-name.ts';
import type { Watchlist } from '../../watchlists/watchlist.ts';

const aml = { kind: 'aml', next: 'end' };
const end = { kind: 'end' };
const list: Watchlist = {
  id: 'ofac-sdn',
  format: 'ofac-sdn-xml',
  source: 'An example',
  version: 1,
  importedAt: 1,
  entries: 1,
  names: 2,
  file: '/lists/ofac-sdn.1.db',
};
const hit: ScreeningHit = {
  list: 'ofac-sdn',
  entry: '36',
  name: 'Anna Eriksson',
  score: 0.973,
  agreed: ['SIMILAR_NAME', 'BIRTH_YEAR'],
};
const exact: ScreeningHit = { ...hit, score: 1, agreed: ['NAME', 'BIRTH_DATE'] };

let service: InProcessService;
let backend: Backend;
let accountId: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterEach(() => service.close());

const inputs = {
  user_id: 'u-1',
  user_fullname: 'Anna Eriksson',
  user_dob: '1974-08-12',
  user_country: 'SE',
};

async function screen(node: object = aml, sent: object = inputs) {
  const nodes = { aml: node, end };
  const workflowId = await service.addWorkflow(accountId, { start: 'aml', nodes });
  const { data } = await backend.start({ workflowId, inputs: sent });
  await service.runDueJobs();
  return (await backend.read<Execution>(data.executionId)).data;
}

describe('AML screening', () => {
  it('requires the name of the user', { tags: ['S2.3-40'] }, async () => {
    const workflowId = await service.addWorkflow(accountId, { start: 'aml', nodes: { aml, end } });
    const { status, problem } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
    expect([status, problem.code]).toEqual([400, 'MISSING_REQUIRED_INPUTS']);
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/inputs/user_fullname']);
  });

  it('searches all lists for the known data of the user, and approves without a hit', {
    tags: ['DRUN-41'],
  }, async () => {
    service.watchlists.push(list, { ...list, id: 'own', file: '/lists/own.1.db' });
    expect(await screen()).toMatchObject({
      status: 'APPROVED',
      checks: [{ checkType: 'FRAUD_API', status: 'APPROVED', statusDetail: 'AML', sessionId: null }],
    });
    expect(service.evaluator.screeningTasks).toEqual([
      {
        fullName: 'Anna Eriksson',
        birthDate: '1974-08-12',
        isBirthDateTyped: true,
        countries: ['SE'],
        threshold: 0.88,
        lists: [
          { id: 'ofac-sdn', file: '/lists/ofac-sdn.1.db' },
          { id: 'own', file: '/lists/own.1.db' },
        ],
      },
    ]);
  });

  it('sends a hit to REVIEW with its list, entry, score and matching members', {
    tags: ['S1-19'],
  }, async () => {
    service.watchlists.push(list);
    service.evaluator.screenings.push([hit]);
    expect(await screen()).toMatchObject({
      status: 'REVIEW',
      checks: [{ statusDetail: 'AML: AML_HIT; ofac-sdn/36 0.97 SIMILAR_NAME BIRTH_YEAR' }],
    });
  });

  it('names the five hits with the highest scores', async () => {
    service.watchlists.push(list);
    const scores = [0.89, 0.95, 0.9, 0.94, 0.91, 0.93, 0.92];
    service.evaluator.screenings.push(scores.map((score) => ({ ...hit, entry: `${score * 100}`, score })));
    const [check] = (await screen()).checks ?? [];
    const named = [0.95, 0.94, 0.93, 0.92, 0.91].map(
      (score) => `ofac-sdn/${score * 100} ${score} SIMILAR_NAME BIRTH_YEAR`,
    );
    expect(check?.statusDetail).toBe(['AML: AML_HIT', ...named].join('; '));
  });

  it('declines only if the workflow demands it and name and birth date match', async () => {
    service.watchlists.push(list);
    const strict = { ...aml, onExactHit: 'DECLINED' };
    service.evaluator.screenings.push([exact], [exact], [hit]);
    expect((await screen()).status).toBe('REVIEW');
    expect((await screen(strict)).status).toBe('DECLINED');
    expect((await screen(strict)).status).toBe('REVIEW');
  });

  it('sends a name that cannot be searched for to REVIEW', async () => {
    service.watchlists.push(list);
    service.evaluator.screenings.push(null);
    expect(await screen()).toMatchObject({
      status: 'REVIEW',
      checks: [{ status: 'REVIEW', statusDetail: 'AML: AML_NAME_UNREADABLE' }],
    });
  });

  it('puts exact hits first', async () => {
    service.watchlists.push(list);
    service.evaluator.screenings.push([
      { ...hit, score: 1 },
      { ...exact, entry: '7' },
    ]);
    const [check] = (await screen()).checks ?? [];
    expect(check?.statusDetail).toMatch(
      /^AML: AML_EXACT_HIT; ofac-sdn\/7 1\.00 NAME BIRTH_DATE; ofac-sdn\/36/,
    );
  });

  it.each(['صدام حسين', '习近平', 'ประยุทธ์ จันทร์โอชา'])(
    'sends %s without a hit to REVIEW if a list has too few names in its script',
    async (fullName) => {
      service.watchlists.push(list, { ...list, id: 'own', scripts: { Arabic: 1, Han: 1, Thai: 1 } });
      const sent = { ...inputs, user_fullname: fullName };
      expect(await screen(aml, sent)).toMatchObject({
        status: 'REVIEW',
        checks: [{ status: 'REVIEW', statusDetail: 'AML: AML_SCRIPT_UNRELIABLE' }],
      });
      expect((await screen({ ...aml, lists: ['own'] }, sent)).status).toBe('APPROVED');
      service.evaluator.screenings.push([hit]);
      expect((await screen(aml, sent)).checks?.[0]?.statusDetail).toContain('AML: AML_HIT; ofac-sdn/36');
    },
  );

  describe('AML screening after a document', () => {
    const { document } = documentWorkflow.nodes;
    async function screenShown(
      shown: { fullName: string | null; birthDate: string | null },
      sent: object = inputs,
    ) {
      service.watchlists.push(list);
      const evaluation = evaluatedDocument();
      if (evaluation.kind !== 'evaluated') throw new Error('The document is not evaluated.');
      service.evaluator.documents.push({ ...evaluation, extracted: { ...evaluation.extracted, ...shown } });
      const nodes = { document: { ...document, next: 'aml' }, aml, end };
      const workflowId = await service.addWorkflow(accountId, { start: 'document', nodes });
      const { data } = await backend.start({ workflowId, inputs: sent });
      const page = new Page(service);
      await page.init(data.token);
      await page.post('begin');
      await page.submitPassport();
      await service.runDueJobs();
      await service.runDueJobs();
      return (await backend.read<Execution>(data.executionId)).data;
    }
    const names = () =>
      service.evaluator.screeningTasks.map(({ fullName, birthDate }) => [fullName, birthDate]);

    it('also searches for the name on the document, and names an entry that matches both names once', {
      tags: ['DRUN-19'],
    }, async () => {
      service.evaluator.screenings.push(
        [hit],
        [
          { ...hit, entry: '7', score: 0.9 },
          { ...hit, score: 0.98 },
        ],
      );
      const { status, checks } = await screenShown({ fullName: 'Piotr Nowak', birthDate: '1980-05-17' });
      expect(names()).toEqual([
        ['Anna Eriksson', '1974-08-12'],
        ['Piotr Nowak', '1980-05-17'],
      ]);
      expect(status).toBe('REVIEW');
      expect(checks?.map(({ checkType, platform }) => [checkType, platform])).toEqual([
        ['DOCUMENT_CHECK', 'WEB'],
        ['FRAUD_API', 'WEB'],
      ]);
      expect(checks?.at(-1)?.statusDetail).toBe(
        'AML: AML_HIT; ofac-sdn/36 0.98 SIMILAR_NAME BIRTH_YEAR; ofac-sdn/7 0.90 SIMILAR_NAME BIRTH_YEAR',
      );
    });

    it('approves a name in another script if the document shows it in Latin letters, not the other way round', async () => {
      const native = { ...inputs, user_fullname: 'صدام حسين' };
      const shown = { fullName: 'SADDAM HUSSEIN', birthDate: '1980-05-17' };
      expect((await screenShown(shown, native)).checks?.at(-1)?.statusDetail).toBe('AML');
      const other = await screenShown({ ...shown, fullName: '山田太郎' });
      expect(other.checks?.at(-1)?.statusDetail).toBe('AML: AML_SCRIPT_UNRELIABLE');
    });

    it('tells which birth dates no document shows', async () => {
      const typed = () => service.evaluator.screeningTasks.map((task) => task.isBirthDateTyped);
      await screenShown({ fullName: 'Piotr Nowak', birthDate: '1980-05-17' });
      expect(typed()).toEqual([true, false]);
      await screenShown({ fullName: 'Piotr Nowak', birthDate: '1974-08-12' });
      expect(typed().slice(2)).toEqual([false, false]);
      await screenShown({ fullName: 'Piotr Nowak', birthDate: null });
      expect(typed().slice(4)).toEqual([true, true]);
    });

    it('does not let the typed century of a document clear a person', async () => {
      const dates = () =>
        service.evaluator.screeningTasks.map((task) => [task.birthDate, task.isBirthDateTyped]);
      const born = (birthDate: string) =>
        screenShown(
          { fullName: 'Anna Eriksson', birthDate },
          { ...inputs, user_fullname: 'Anna Eriksson', user_dob: birthDate },
        );
      service.evaluator.screenings.push([], [{ ...hit, agreed: ['NAME'] }]);
      const young = await born('1901-05-05');
      expect(dates()).toEqual([
        ['1901-05-05', true],
        ['2001-05-05', false],
      ]);
      expect(young.status).toBe('REVIEW');
      expect(young.checks?.at(-1)?.statusDetail).toContain('AML: AML_HIT; ofac-sdn/36');
      service.evaluator.screenings.push([{ ...hit, agreed: ['NAME'] }], [exact]);
      const old = await born('1905-05-05');
      expect(dates().slice(2)).toEqual([
        ['1905-05-05', true],
        ['2005-05-05', false],
      ]);
      expect(old.checks?.at(-1)?.statusDetail).toMatch(/^AML: AML_EXACT_HIT; ofac-sdn\/36/);
    });

    it('searches for both names by each century if the user typed another name', async () => {
      const sent = { ...inputs, user_dob: '1901-05-05' };
      await screenShown({ fullName: 'Piotr Nowak', birthDate: '1901-05-05' }, sent);
      expect(names()).toEqual([
        ['Anna Eriksson', '1901-05-05'],
        ['Anna Eriksson', '2001-05-05'],
        ['Piotr Nowak', '1901-05-05'],
        ['Piotr Nowak', '2001-05-05'],
      ]);
    });

    it('reports the hits of one name if the other cannot be searched for, but never approves', async () => {
      service.evaluator.screenings.push(null, []);
      const withoutHit = await screenShown({ fullName: 'Piotr Nowak', birthDate: null });
      expect(withoutHit).toMatchObject({
        status: 'REVIEW',
        checks: [{}, { statusDetail: 'AML: AML_NAME_UNREADABLE' }],
      });
      service.evaluator.screenings.push(null, [exact]);
      const withHit = await screenShown({ fullName: 'Piotr Nowak', birthDate: null });
      expect(withHit.checks?.at(-1)?.statusDetail).toContain('AML_EXACT_HIT; ofac-sdn/36 1.00');
    });

    it('searches once if both names are the same, or if no name was read from the document', async () => {
      await screenShown({ fullName: 'Anna Eriksson', birthDate: '1974-08-12' });
      await screenShown({ fullName: null, birthDate: null });
      expect(names()).toEqual([
        ['Anna Eriksson', '1974-08-12'],
        ['Anna Eriksson', '1974-08-12'],
      ]);
    });
  });

  it('sends the execution to REVIEW if there is no list, or a named list is missing', async () => {
    const detail = 'AML: AML_LIST_MISSING';
    expect(await screen()).toMatchObject({ status: 'REVIEW', checks: [{ statusDetail: detail }] });
    expect(service.evaluator.screeningTasks).toEqual([]);
    service.watchlists.push(list);
    expect(await screen({ ...aml, lists: ['ofac-sdn', 'own'] })).toMatchObject({
      status: 'REVIEW',
      checks: [{ statusDetail: detail }],
    });
    expect((await screen({ ...aml, lists: ['ofac-sdn'] })).status).toBe('APPROVED');
  });

  it('lets conditions of the workflow test its hits', async () => {
    service.watchlists.push(list);
    service.evaluator.screenings.push([hit]);
    const question = { fact: 'checks.aml.screening.score', is: 'at-least', value: 0.95 };
    const workflowId = await service.addWorkflow(accountId, {
      start: 'aml',
      nodes: {
        aml: { ...aml, next: 'question' },
        question: { kind: 'condition', if: question, next: 'declined', else: 'end' },
        declined: { kind: 'end', status: 'DECLINED' },
        end,
      },
    });
    const { data } = await backend.start({ workflowId, inputs });
    await service.runDueJobs();
    expect((await backend.read<Execution>(data.executionId)).data.status).toBe('DECLINED');
  });
});
