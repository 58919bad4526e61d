import { createHash, randomBytes } from 'node:crypto';
import { readVideoFile } from '@vendor/specimens';
import { pictures } from '../specimen.ts';
import { createAccount } from './invite-person.ts';
import type { DatedService } from './passing-days.ts';
import { runCommand } from './run-command.ts';

/** Realistically long names of people, companies and workflows, and right-to-left ones. */
export const names = {
  account: 'Bundesversicherungsgesellschaft für Seeschifffahrtsrisiken',
  owner: 'عبد الرحمن بن محمد بن عبد العزيز الأنصاري (2)',
  colleague: 'Maximiliane-Charlotte von Hohenzollern-Sigmaringen-Nassau',
  email: 'maximiliane-charlotte.von-hohenzollern-sigmaringen@seeschifffahrtsrisiken.example',
  workflow: 'Kraftfahrzeughaftpflichtversicherungsantragsprüfung Neukunden',
  arabicWorkflow: 'التحقق من هوية العملاء الجدد لدى الفرع الرئيسي 2026 (v2)',
  key: 'Rechtsschutzversicherungsantragsstrecke_produktion_rechenzentrum',
  comment: 'راجعتُ الرخصة: الاسم مطابق (97 %)، والعنوان ABC-123 غير مؤكد بعد. Rückfrage beim Kunden!',
  endpoint:
    'https://orchestrierung.eingang.webhooks.seeschifffahrtsrisiken.example/v1/verification-events/production?tenant=maximiliane',
} as const;

const definition = {
  start: 'licence',
  nodes: {
    licence: {
      kind: 'document',
      accepts: [{ type: 'DRIVERS_LICENSE', sides: ['front', 'back'] }],
      requires: ['barcodeAnomalyCheckResult'],
      sendName: true,
      next: 'versicherungsnehmerlisten',
    },
    versicherungsnehmerlisten: { kind: 'aml', next: 'mail' },
    mail: { kind: 'email', next: 'end' },
    end: { kind: 'end' },
  },
};

const reviewed = {
  start: 'mail',
  nodes: { mail: { kind: 'email', next: 'end' }, end: { kind: 'end', status: 'REVIEW' } },
};

const dataOnly = {
  start: 'mail',
  nodes: { mail: { kind: 'email', next: 'end' }, end: { kind: 'end' } },
};

export interface CrowdedAccount {
  readonly id: string;
  /** Workflow with a long name and three versions. */
  readonly workflowId: string;
  /** Run with a driving licence, judged by its barcode. */
  readonly licenceRun: string;
  /** Run whose personal data is purged. */
  readonly purgedRun: string;
}

/** Creates an account in which everything has a long name, and AML lists of different ages. */
export async function crowdAccount(service: DatedService): Promise<CrowdedAccount> {
  const run = (line: readonly string[], input?: string) => runCommand(service, line, input);
  const account = await createAccount(service, names.account);
  await importLists(run);
  const add = async (name: string, what: object, ...more: string[]) =>
    (await run(['workflow', 'import', '-', ...more], JSON.stringify({ name, definition: what }))).id;
  const workflowId: string = await add(names.workflow, dataOnly, '--account', account);
  await add(names.workflow, reviewed, '--workflow', workflowId, '--comment', names.comment);
  await add(
    names.workflow,
    definition,
    '--workflow',
    workflowId,
    '--comment',
    'Führerscheinprüfung hinzugefügt, weil die Versicherungsaufsichtsbehörde sie verlangt: siehe Rundschreiben',
  );
  const arabic = await add(names.arabicWorkflow, dataOnly, '--account', account);
  await run(['webhook', 'add', '--account', account, '--url', names.endpoint, '--event', 'sync']);
  const { key } = await run([
    ...['key', 'create', '--account', account, '--mode', 'test'],
    ...['--name', names.key],
  ]);
  const calls = new ApiCalls(service.serviceUrl, key);
  const purgedRun = await calls.start(arabic);
  // Adds rows to the list of runs.
  const others = [arabic, arabic].map((id) => calls.start(id));
  const licenceRun = await calls.showLicence(workflowId);
  for (const id of [purgedRun, licenceRun, ...(await Promise.all(others))]) await calls.waitForEnd(id);
  await run(['execution', 'purge', purgedRun]);
  return { id: account, workflowId, licenceRun, purgedRun };
}

/** Imports a list of today and one that was published long ago. */
async function importLists(run: (line: readonly string[], input: string) => Promise<unknown>): Promise<void> {
  const csv = `id,name,aliases,birth_dates,countries\n1,${names.colleague},,1974-08-12,DE\n2,${names.owner.replace(' (2)', '')},,,SA\n`;
  await run(
    [
      ...['lists', 'import', '-', '--format', 'simple-csv', '--list', 'gesperrte-versicherungsnehmer'],
      ...['--source', `${names.account}, Sperrliste der Rechtsabteilung`],
    ],
    csv,
  );
  const sdn = `<?xml version="1.0"?><sdnList xmlns="http://tempuri.org/sdnList.xsd">
    <publshInformation><Publish_Date>01/02/2024</Publish_Date></publshInformation>
    <sdnEntry><uid>36</uid><firstName>Anna</firstName><lastName>ERIKSSON</lastName><sdnType>Individual</sdnType></sdnEntry>
    </sdnList>`;
  await run(['lists', 'import', '-', '--format', 'ofac-sdn-xml', '--list', 'ofac-sdn'], sdn);
}

/** Sends the requests of a backend and of a page. */
class ApiCalls {
  readonly #base: string;
  readonly #key: string;

  constructor(serviceUrl: string, key: string) {
    this.#base = `${serviceUrl}/orchestration-api/v1/`;
    this.#key = key;
  }

  async start(workflowId: string): Promise<string> {
    return (await this.#start(workflowId)).executionId;
  }

  /**
   * Submits both sides of a driving licence.
   *
   * @returns the id of the run.
   */
  async showLicence(workflowId: string): Promise<string> {
    const { executionId, token } = await this.#start(workflowId);
    const nonce = randomBytes(16).toString('base64url');
    const begin = { sdkVersion: '0', capabilities: ['document'], nonce };
    const { sessionKey } = await this.#call('POST', 'client/init', token, begin);
    await this.#call('POST', 'client/begin', sessionKey);
    const captures: Record<string, string> = {};
    for (const side of ['front', 'back'] as const) {
      const picture = await (await readVideoFile(pictures.licence[side])).jpegOf(0);
      const path = `client/steps/licence/attempts/1/captures/${side}`;
      await this.#call('PUT', path, sessionKey, picture);
      captures[side] = createHash('sha256').update(picture).digest('base64url');
    }
    const submitted = { documentType: 'DRIVERS_LICENSE', captures };
    await this.#call('POST', 'client/steps/licence/attempts/1/submit', sessionKey, submitted);
    return executionId;
  }

  /** Waits until a run has ended. */
  async waitForEnd(id: string): Promise<void> {
    for (;;) {
      const { status } = await this.#call('GET', `workflow-execution/${id}`);
      if (status !== 'PENDING') return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Starts a run with long inputs. All runs have the same user ID, so that a search by it finds several. */
  #start(workflowId: string) {
    const inputs = { user_id: names.key, user_fullname: names.colleague, email: names.email };
    return this.#call('POST', 'init-workflow', undefined, { workflowId, inputs });
  }

  async #call(method: string, path: string, bearer?: string, body?: object) {
    const isBytes = body instanceof Uint8Array;
    const reply = await fetch(this.#base + path, {
      method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : { 'x-api-key': this.#key }),
        'content-type': isBytes ? 'image/jpeg' : 'application/json',
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()).data;
  }
}
