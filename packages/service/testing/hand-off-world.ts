import type { HandOffInvitation, HandOffOffer, HandOffReturn, StartResponse } from '@vendor/contract';
import { Backend, documentWorkflow, Page, type Reply } from './client.ts';
import { InProcessService } from './in-process-service.ts';
import { look } from './popup-world.ts';

/** Nonce with which test phones claim a hand-off. */
export const phoneNonce = 'nonce-of-the-phone';

export const handOver = (page: Page): Promise<Reply<HandOffOffer>> =>
  page.post<HandOffOffer>('handoff', { look });

export const takeBack = (page: Page): Promise<Reply<HandOffReturn>> =>
  page.post<HandOffReturn>('handoff/take-back');

export const secretIn = (url: string): string => new URL(url).hash.slice(1);

/** A page that has offered its flow to a phone. */
export interface OfferedFlow extends StartResponse {
  readonly desktop: Page;
  readonly phone: Page;
  readonly offer: HandOffOffer;
  readonly secret: string;
}

/** A service with one workflow, and pages that hand their flow over to phones. */
export class HandOffWorld {
  readonly service: InProcessService;
  readonly #backend: Backend;
  readonly #workflowId: string;

  private constructor(service: InProcessService, backend: Backend, workflowId: string) {
    this.service = service;
    this.#backend = backend;
    this.#workflowId = workflowId;
  }

  static async open(rateLimit?: Parameters<typeof InProcessService.open>[0]): Promise<HandOffWorld> {
    const service = await InProcessService.open(rateLimit);
    const account = await service.addAccount('A shop');
    const workflowId = await service.addWorkflow(account.id, documentWorkflow);
    return new HandOffWorld(service, new Backend(service, account.apiKey), workflowId);
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Opens a page whose user has begun. */
  async begun(): Promise<StartResponse & { desktop: Page }> {
    const { data } = await this.#backend.start({ workflowId: this.#workflowId, inputs: { user_id: 'u-1' } });
    const desktop = new Page(this.service);
    await desktop.init(data.token);
    await desktop.post('begin');
    return { ...data, desktop };
  }

  async offered(): Promise<OfferedFlow> {
    const page = await this.begun();
    const { data: offer } = await handOver(page.desktop);
    return { ...page, offer, secret: secretIn(offer.url), phone: new Page(this.service) };
  }

  /** Opens a flow that continues on a phone. */
  async claimed(): Promise<OfferedFlow> {
    const offered = await this.offered();
    const { status, problem } = await offered.phone.init(offered.secret, phoneNonce);
    if (status !== 200) throw new Error(`The claim was refused: ${problem.code}`);
    return offered;
  }

  /** Reads the invitation of a secret, as a phone does before its user agrees. */
  invitation(secret: string, nonce = phoneNonce): Promise<Reply<HandOffInvitation>> {
    const visitor = new Page(this.service);
    visitor.sessionKey = secret;
    return visitor.post<HandOffInvitation>('handoff/invitation', { nonce });
  }

  rowOf(executionId: string) {
    return this.service.database.main
      .selectFrom('hand_offs')
      .selectAll()
      .where('execution_id', '=', executionId)
      .executeTakeFirst();
  }
}
