import type { PersonActor } from '../src/access/actor.ts';
import { AdminBrowser } from './admin-browser.ts';
import type { Reply } from './client.ts';
import type { InProcessService } from './in-process-service.ts';

let people = 0;

/** A person who is signed in to the panel in a browser. */
export class PersonAtDesk {
  readonly id: string;
  readonly #browser: AdminBrowser;

  private constructor(id: string, browser: AdminBrowser) {
    this.id = id;
    this.#browser = browser;
  }

  /** Signs in a person with a role in an account. Default: access to both modes and to pictures. */
  static async join(
    service: InProcessService,
    accountId: string,
    role: PersonActor['role'],
    rights: Partial<Pick<PersonActor, 'modes' | 'pictures'>> = {},
  ): Promise<PersonAtDesk> {
    people += 1;
    const browser = await AdminBrowser.joined(service, `person-${people}@shop.example`, {
      accountId,
      role,
      ...rights,
    });
    const { data } = await browser.send<{ person: { id: string } }>('GET', 'session');
    return new PersonAtDesk(data.person.id, browser);
  }

  /** Sends a request whose reply is not JSON. @param path - relative to the service. */
  fetch(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#browser.fetch('GET', path.replace('/admin-api/v1/', ''), undefined, headers);
  }

  get<Data>(path: string): Promise<Reply<Data>> {
    return this.#browser.send('GET', path);
  }

  delete(path: string): Promise<Reply<unknown>> {
    return this.#browser.send('DELETE', path);
  }

  post<Data>(path: string, body?: unknown): Promise<Reply<Data>> {
    return this.#browser.send('POST', path, body);
  }
}
