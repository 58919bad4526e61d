import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressRetryReason, ClientState, Execution } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { evaluatedAddress } from '../../../testing/scripted-evaluator.ts';

/** Makes the beginning of a PDF, followed by a text. */
const pdfOf = (text: string) => new Uint8Array(Buffer.from(`%PDF-1.7\n${text}`));

let service: InProcessService;
let backend: Backend;
let accountId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterAll(() => service.close());

const oneStep = (node: object) => ({
  start: 'files',
  nodes: { files: { ...node, next: 'end' }, end: { kind: 'end' } },
});

/** Starts a workflow of one step for a user. */
async function begin(node: object, inputs = {}, workflow: object = oneStep(node)) {
  const workflowId = await service.addWorkflow(accountId, workflow);
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', ...inputs } });
  const page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['document', 'address', 'evidence'] });
  await page.post('begin');
  const put = (slot: string, bytes: Uint8Array<ArrayBuffer>, attempt = 1) =>
    page.put(`steps/files/attempts/${attempt}/captures/${slot}`, bytes);
  const submit = (files: Record<string, Uint8Array>, attempt = 1) =>
    page.post(`steps/files/attempts/${attempt}/submit`, {
      captures: Object.fromEntries(Object.entries(files).map(([slot, bytes]) => [slot, digestOf(bytes)])),
    });
  return {
    page,
    put,
    submit,
    /** Uploads and submits files, and runs the check. */
    async send(files: Record<string, Uint8Array<ArrayBuffer>>, attempt = 1): Promise<ClientState> {
      for (const [slot, bytes] of Object.entries(files)) await put(slot, bytes, attempt);
      await submit(files, attempt);
      await service.runDueJobs();
      return (await page.state()).data;
    },
    async result() {
      return (await backend.read<Execution>(data.executionId)).data;
    },
  };
}

const address = { kind: 'address' };
const retryOf = (...reasons: AddressRetryReason[]) => ({ kind: 'retry', reasons }) as const;

describe('proof of address', () => {
  it('asks for a proof of address with the accepted kinds and the maximum age', async () => {
    const { page } = await begin({ ...address, maxAgeDays: 60, accepts: ['BANK_STATEMENT'] });
    expect((await page.state()).data.step).toEqual({
      kind: 'address',
      id: 'files',
      attempt: 1,
      attemptsLeft: 2,
      accepts: ['BANK_STATEMENT'],
      maxAgeDays: 60,
      fileAllowed: true,
      reasons: [],
      stored: [],
    });
  });

  it('accepts a picture or a PDF as proof of address, and links to it', {
    tags: ['S1-12', 'S2.6-27', 'S2.6-28', 'DRUN-83', 'DRUN-95'],
  }, async () => {
    const flow = await begin(address, { user_fullname: 'Anna Maria Eriksson' });
    expect((await flow.put('address', new Uint8Array(Buffer.from('plain text')))).status).toBe(415);
    expect((await flow.put('evidence-1', pdfOf('a'))).status).toBe(409);
    const state = await flow.send({ address: pdfOf('letter') });
    expect(state.outcome).toEqual({ status: 'APPROVED', retryLimitOf: null });
    const [check] = (await flow.result()).checks!;
    expect(check).toMatchObject({
      checkType: 'POA_CHECK',
      status: 'APPROVED',
      statusDetail: null,
      proofOfAddressCheckResult: {
        overallResult: 'APPROVED',
        addressDocumentCheckResult: 'PASS',
        addressDocumentMustNotBeExpiredCheckResult: 'PASS',
        addressValidationCheckResult: 'PASS',
        fullAddressCheckResult: 'PASS',
        nameMatchCheckResult: 'PASS',
      },
      proofOfAddressExtractedData: { extractedAddress: '42 Alder Grove, York YO31 7QZ' },
      documentCheckResult: null,
      evidenceCollectionCheckResult: null,
    });
    const link = check!.capturedMedia!.proofOfAddress!;
    expect(link.contentType).toBe('application/pdf');
    const { pathname, search } = new URL(link.url);
    const reply = await service.app.request(pathname + search);
    expect(reply.headers.get('content-disposition')).toBe('attachment');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(pdfOf('letter'));
  });

  it('compares the letter with the address and name of the start request', {
    tags: ['DRUN-81'],
  }, async () => {
    const inputs = { user_address: '42 Alder Grove, York', user_fullname: 'Anna Eriksson' };
    const flow = await begin({ ...address, compareWith: 'trigger', maxAgeDays: 30 }, inputs);
    await flow.send({ address: jpegOf('letter') });
    expect(service.evaluator.addressTasks.at(-1)).toMatchObject({
      file: { kind: 'clean', contentType: 'image/jpeg' },
      maxAgeDays: 30,
      expected: { fullName: 'Anna Eriksson', address: '42 Alder Grove, York' },
      now: service.clock.time,
    });
  });

  it('compares the letter with the name on an earlier document if the start request has none', {
    tags: ['DRUN-82'],
  }, async () => {
    const { document, end } = documentWorkflow.nodes;
    const nodes = { document: { ...document, next: 'files' }, files: { ...address, next: 'end' }, end };
    const flow = await begin(address, {}, { start: 'document', nodes });
    await flow.page.submitPassport();
    await service.runDueJobs();
    await flow.send({ address: jpegOf('letter') });
    expect(service.evaluator.addressTasks.at(-1)!.expected).toEqual({
      fullName: 'ANNA MARIA ERIKSSON',
      address: null,
    });
  });

  it('compares the letter with nothing if no name or address is known', async () => {
    const flow = await begin(address);
    await flow.send({ address: jpegOf('letter') });
    expect(service.evaluator.addressTasks.at(-1)!.expected).toEqual({ fullName: null, address: null });
  });

  it.each([
    ['nameMatchCheckResult', 'FAIL', 'DECLINED'],
    ['fullAddressCheckResult', 'REVIEW', 'REVIEW'],
    ['addressDocumentMustNotBeExpiredCheckResult', 'REVIEW', 'REVIEW'],
    ['addressValidationCheckResult', 'REVIEW', 'REVIEW'],
    ['addressDocumentCheckResult', 'REVIEW', 'REVIEW'],
  ] as const)('turns %s %s of a letter into the status %s', async (member, outcome, status) => {
    const evaluated = evaluatedAddress();
    if (evaluated.kind !== 'evaluated') throw new Error('It is evaluated.');
    const outcomes = { ...evaluated.outcomes, [member]: outcome };
    const findings = [{ member, code: 'READING_UNSURE', outcome: 'REVIEW' } as const];
    service.evaluator.addresses.push(evaluatedAddress({ outcomes, findings }));
    const flow = await begin(address);
    expect((await flow.send({ address: jpegOf('letter') })).outcome?.status).toBe(status);
    const [check] = (await flow.result()).checks!;
    expect(check).toMatchObject({ status, statusDetail: 'READING_UNSURE' });
    expect(check!.proofOfAddressCheckResult).toMatchObject({ overallResult: status, [member]: outcome });
  });

  it('asks for a retry if another letter may help, and reports the reason at the retry limit', async () => {
    const evaluated = evaluatedAddress();
    if (evaluated.kind !== 'evaluated') throw new Error('It is evaluated.');
    const member = 'addressDocumentMustNotBeExpiredCheckResult';
    const tooOld = evaluatedAddress({
      outcomes: { ...evaluated.outcomes, [member]: 'FAIL' },
      findings: [{ member, code: 'LETTER_TOO_OLD', outcome: 'FAIL' }],
      retryReasons: [{ member, reason: 'DOCUMENT_TOO_OLD' }],
    });
    service.evaluator.addresses.push(retryOf('IMAGE_BLURRED'), tooOld, tooOld);
    const flow = await begin(address);
    const first = await flow.send({ address: jpegOf('1') });
    expect(first.step).toMatchObject({ attempt: 2, attemptsLeft: 1, reasons: ['IMAGE_BLURRED'], stored: [] });
    const second = await flow.send({ address: jpegOf('2') }, 2);
    expect(second.step).toMatchObject({ attempt: 3, reasons: ['DOCUMENT_TOO_OLD'] });
    const third = await flow.send({ address: jpegOf('3') }, 3);
    expect(third.outcome).toEqual({ status: 'DECLINED', retryLimitOf: 'address' });
    const [check] = (await flow.result()).checks!;
    expect(check).toMatchObject({
      status: 'DECLINED',
      statusDetail: 'RETRY_LIMIT_EXCEEDED',
      proofOfAddressCheckResult: { overallResult: 'DECLINED', [member]: 'FAIL' },
    });
  });

  it('asks for no retry if the workflow does not require the failed member', async () => {
    const evaluated = evaluatedAddress();
    if (evaluated.kind !== 'evaluated') throw new Error('It is evaluated.');
    const member = 'addressDocumentCheckResult';
    service.evaluator.addresses.push(
      evaluatedAddress({
        outcomes: { ...evaluated.outcomes, [member]: 'FAIL' },
        retryReasons: [{ member, reason: 'ADDRESS_DOCUMENT_NOT_FOUND' }],
      }),
    );
    const flow = await begin({ ...address, requires: ['addressValidationCheckResult'] });
    expect((await flow.send({ address: jpegOf('letter') })).outcome?.status).toBe('APPROVED');
  });

  it('stores only the reason for refusing an unusable letter, not its file', async () => {
    service.evaluator.files.push({ kind: 'refused', refusal: 'PROTECTED' });
    service.evaluator.addresses.push(retryOf('FILE_PROTECTED'));
    const flow = await begin({ ...address, attempts: 1 });
    const state = await flow.send({ address: pdfOf('a locked letter') });
    expect(service.evaluator.addressTasks.at(-1)!.file).toEqual({ kind: 'refused', refusal: 'PROTECTED' });
    expect(state.outcome).toEqual({ status: 'DECLINED', retryLimitOf: 'address' });
    expect((await flow.result()).checks![0]!.capturedMedia).toBeNull();
  });
});

const texts = { en: { title: 'Proof of income', instructions: 'Show your last payslip.' } };
const evidence = { kind: 'evidence', texts, minFiles: 1, maxFiles: 3 };

describe('evidence collection', () => {
  it("shows the workflow's texts for an evidence step", async () => {
    const { page } = await begin({ ...evidence, accepts: ['pdf'], fileAllowed: false });
    expect((await page.state()).data.step).toMatchObject({
      kind: 'evidence',
      texts,
      minFiles: 1,
      maxFiles: 3,
      accepts: ['pdf'],
      fileAllowed: false,
      reasons: [],
    });
  });

  it('accepts only the kinds of files that the workflow allows', async () => {
    const pdfs = await begin({ ...evidence, accepts: ['pdf'] });
    expect((await pdfs.put('evidence-1', jpegOf('a'))).status).toBe(415);
    expect((await pdfs.put('evidence-1', pdfOf('a'))).status).toBe(200);
    const images = await begin({ ...evidence, accepts: ['image'] });
    expect((await images.put('evidence-1', pdfOf('a'))).status).toBe(415);
    expect((await images.put('evidence-1', jpegOf('a'))).status).toBe(200);
    const both = await begin(evidence);
    expect((await both.put('evidence-1', pdfOf('a'))).status).toBe(200);
    expect((await both.put('evidence-2', jpegOf('a'))).status).toBe(200);
    expect((await both.put('evidence-4', jpegOf('a'))).status).toBe(409);
  });

  it('requires the minimum number of files, in any slots', async () => {
    const flow = await begin({ ...evidence, minFiles: 2 });
    const [one, two, three] = [pdfOf('1'), pdfOf('2'), pdfOf('3')];
    await flow.put('evidence-1', one);
    await flow.put('evidence-2', two);
    await flow.put('evidence-3', three);
    expect((await flow.submit({ 'evidence-1': one })).problem).toMatchObject({
      code: 'CAPTURE_MISSING',
      errors: [{ pointer: '/captures/evidence-2' }],
    });
    // The user removed one of three files.
    expect((await flow.submit({ 'evidence-1': one, 'evidence-3': three })).status).toBe(200);
  });

  it('sends usable files to REVIEW, and lists them in the order of their slots', {
    tags: ['S1-14', 'S2.6-30', 'DRUN-91', 'DRUN-97'],
  }, async () => {
    const flow = await begin(evidence);
    const state = await flow.send({ 'evidence-2': jpegOf('2'), 'evidence-1': pdfOf('1') });
    expect(state.outcome).toEqual({ status: 'REVIEW', retryLimitOf: null });
    const [check] = (await flow.result()).checks!;
    expect(check).toMatchObject({
      checkType: 'EVIDENCE_COLLECTION',
      status: 'REVIEW',
      evidenceCollectionCheckResult: { overallResult: 'REVIEW', fileCheckResult: 'PASS', files: 2 },
      proofOfAddressCheckResult: null,
    });
    expect(check!.capturedMedia!.evidence!.map(({ contentType }) => contentType)).toEqual([
      'application/pdf',
      'image/jpeg',
    ]);
    expect(service.evaluator.evidenceTasks.at(-1)!.files).toHaveLength(2);
  });

  it('approves usable files if the workflow says so, but not doubtful ones', {
    tags: ['DRUN-90'],
  }, async () => {
    const approving = { ...evidence, outcome: 'APPROVED' };
    const flow = await begin(approving);
    expect((await flow.send({ 'evidence-1': pdfOf('1') })).outcome?.status).toBe('APPROVED');
    service.evaluator.evidences.push({
      kind: 'evaluated',
      fileCheckResult: 'REVIEW',
      findings: [{ code: 'FILE_BLANK', outcome: 'REVIEW' }],
    });
    const doubtful = await begin(approving);
    expect((await doubtful.send({ 'evidence-1': pdfOf('1') })).outcome?.status).toBe('REVIEW');
    expect((await doubtful.result()).checks![0]).toMatchObject({
      statusDetail: 'FILE_BLANK',
      evidenceCollectionCheckResult: { fileCheckResult: 'REVIEW', files: 1 },
    });
  });

  it('ends the flow at the retry limit of an evidence step', async () => {
    service.evaluator.evidences.push({ kind: 'retry', reasons: ['FILE_UNREADABLE'] });
    service.evaluator.evidences.push({ kind: 'retry', reasons: ['FILE_PROTECTED'] });
    const flow = await begin({ ...evidence, attempts: 2, pastLimit: 'REVIEW' });
    const first = await flow.send({ 'evidence-1': pdfOf('1') });
    expect(first.step).toMatchObject({ attempt: 2, reasons: ['FILE_UNREADABLE'] });
    const second = await flow.send({ 'evidence-1': pdfOf('2') }, 2);
    expect(second.outcome).toEqual({ status: 'REVIEW', retryLimitOf: 'evidence' });
  });
});

it('stores nothing of a file unencrypted in the data folder', async () => {
  const flow = await begin(address);
  const canary = 'canary of the letter';
  service.evaluator.addresses.push(
    evaluatedAddress({ extracted: { extractedAddress: '9 Canary Wharf Lane, Leeds LS1 1AA' } }),
  );
  await flow.send({ address: pdfOf(canary) });
  const files = readdirSync(service.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  expect(bytes.some((file) => file.includes(canary) || file.includes('Canary Wharf'))).toBe(false);
});
