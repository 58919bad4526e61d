import type {
  PopupAttendance,
  PopupClaimResponse,
  PopupReport,
  PopupResponse,
  PopupState,
  StartResponse,
} from '@vendor/contract';
import { Backend, documentWorkflow, Page, type Reply } from './client.ts';
import { InProcessService } from './in-process-service.ts';

/** A page that has opened a window. */
export interface OpenedPopup extends StartResponse {
  readonly opener: Page;
  readonly window: Page;
  readonly url: string;
  readonly ticket: string;
}

/** Nonce with which test windows claim their tickets. */
export const popupNonce = 'nonce-of-the-window';

/** Look that test pages request for their windows. */
export const look = {
  language: 'de-AT',
  theme: { light: { baseAccent: '#0b5fff', logoUrl: 'https://shop.example/logo.svg' }, fontWeight: 500 },
  messages: { 'welcome.title': 'Grüß Gott, Frau Eriksson' },
};

/** Report of a window in which nothing has happened. */
export const nothing: PopupReport = { opened: false, started: false, ending: null, closed: false };

/** A service with one workflow, and pages that open windows. */
export class PopupWorld {
  readonly service: InProcessService;
  readonly backend: Backend;
  readonly #workflowId: string;

  private constructor(service: InProcessService, backend: Backend, workflowId: string) {
    this.service = service;
    this.backend = backend;
    this.#workflowId = workflowId;
  }

  static async open(): Promise<PopupWorld> {
    const service = await InProcessService.open();
    const account = await service.addAccount('A shop');
    const workflowId = await service.addWorkflow(account.id, documentWorkflow);
    return new PopupWorld(service, new Backend(service, account.apiKey), workflowId);
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Opens a page that has a session but no window yet. */
  async page(): Promise<StartResponse & { opener: Page }> {
    const { data } = await this.backend.start({ workflowId: this.#workflowId, inputs: { user_id: 'u-1' } });
    const opener = new Page(this.service);
    await opener.init(data.token);
    return { ...data, opener };
  }

  /** Opens a page with a window that has not claimed its ticket. */
  async openPopup(): Promise<OpenedPopup> {
    const page = await this.page();
    const url = await openAnother(page.opener);
    return { ...page, url, ticket: ticketIn(url), window: new Page(this.service) };
  }

  /** Opens a page with a window that has claimed its ticket. */
  async claimPopup(): Promise<OpenedPopup & { claim: Reply<PopupClaimResponse> }> {
    const opened = await this.openPopup();
    const reply = await opened.window.init(opened.ticket, popupNonce);
    if (reply.status !== 200) throw new Error(`The claim was refused: ${reply.problem.code}`);
    return { ...opened, claim: reply as unknown as Reply<PopupClaimResponse> };
  }

  rowOf(executionId: string) {
    return this.service.database.main
      .selectFrom('popup_windows')
      .selectAll()
      .where('execution_id', '=', executionId)
      .executeTakeFirstOrThrow();
  }
}

/** Opens a window from a page that holds the session. @returns its address. */
export async function openAnother(opener: Page): Promise<string> {
  return (await opener.post<PopupResponse>('popup', { look })).data.url;
}

export const ticketIn = (url: string): string => new URL(url).hash.slice(1);

export const codeOf = (reply: { status: number; problem: { code: string } }): [number, string] => [
  reply.status,
  reply.problem.code,
];

export async function watch(opener: Page, query = ''): Promise<PopupState> {
  return (await opener.get<PopupState>(`popup${query}`)).data;
}

export const attend = (window: Page, query = ''): Promise<Reply<PopupAttendance>> =>
  window.get<PopupAttendance>(`popup/attendance${query}`);

export const report = (window: Page, changes: Partial<PopupReport>): Promise<Reply<object>> =>
  window.post<object>('popup/report', { ...nothing, ...changes });

export const leave = (window: Page, visit = 1): Promise<Reply<object>> =>
  window.post<object>('popup/leave', { visit });
