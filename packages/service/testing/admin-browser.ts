import { randomUUID } from 'node:crypto';
import { adminApi } from '../src/admin-routes/serve-admin.ts';
import { acceptInvitation } from '../src/administration/people/invitations/accept-invitation.ts';
import { type InviteCall, invitePerson } from '../src/administration/people/invitations/invite-person.ts';
import { requestTokenOf } from '../src/administration/people/sign-in/read-session.ts';
import { operator } from './actors.ts';
import type { Reply } from './client.ts';
import { type InProcessService, publicUrl } from './in-process-service.ts';
import { password } from './people-world.ts';

/** A browser with the Admin Panel: keeps cookies, and sends the headers of a same-origin request. */
export class AdminBrowser {
  readonly cookies = new Map<string, string>();
  /** Token that the panel sends with each request that changes something. */
  requestToken = '';
  readonly #service: InProcessService;

  constructor(service: InProcessService) {
    this.#service = service;
  }

  /** Opens a browser of a person who has joined an account with a role. */
  static async joined(
    service: InProcessService,
    email: string,
    call: Partial<InviteCall>,
  ): Promise<AdminBrowser> {
    const { people } = service;
    const grant = { accountId: '', role: 'owner', modes: ['live', 'test'], pictures: true } as const;
    const { token } = await invitePerson(people, operator, { ...grant, ...call, email });
    const from = { address: '192.0.2.1', network: randomUUID(), browser: null, device: null };
    const accepted = { token, name: 'A Person', password, hasPassword: false };
    const opened = await acceptInvitation(people, accepted, from);
    const browser = new AdminBrowser(service);
    browser.cookies.set('__Host-admin', opened.token);
    browser.requestToken = requestTokenOf(people, { ...opened.session, sessionId: opened.session.id });
    return browser;
  }

  async send<Data = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Reply<Data>> {
    const reply = await this.fetch(method, path, body, headers);
    const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
    const text = (isJson ? await reply.json() : {}) as { data: Data } & Reply<Data>['problem'];
    return { status: reply.status, headers: reply.headers, data: text.data, problem: text };
  }

  /** Sends a request whose reply may not be JSON. */
  async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Response> {
    const all = {
      'sec-fetch-site': 'same-origin',
      'x-request-token': this.requestToken,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const reply = await this.#service.app.request(`${publicUrl}${adminApi}/${path}`, {
      method,
      headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of reply.headers.getSetCookie()) this.#keep(cookie);
    return reply;
  }

  /** Signs in, and reads the token of the session. */
  async signIn(email: string, typed = password): Promise<Reply<{ next: string }>> {
    const reply = await this.send<{ next: string }>('POST', 'sign-in', { email, password: typed });
    if (reply.status === 200 && reply.data.next === 'done') await this.readToken();
    return reply;
  }

  async readToken(): Promise<void> {
    this.requestToken = (await this.send<{ requestToken: string }>('GET', 'session')).data.requestToken;
  }

  #keep(cookie: string): void {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
    if (/Max-Age=0/.test(rest)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
