import { join } from 'node:path';
import { type DevelopmentOutcome, ensureDevelopmentAccount } from '../accounts/development-account.ts';
import { makeDevelopmentLink } from '../administration/people/invitations/development-link.ts';
import type { PeopleServices } from '../administration/people/people-services.ts';
import { systemClock } from '../clock.ts';
import { createDevelopmentStore } from '../db/accounts/development-account.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import type { Logger } from '../logging/logger.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Environment } from '../settings/environment.ts';

const seedMessages: Record<DevelopmentOutcome, string> = {
  created: 'A development account was created; its key is in dev.json.',
  kept: 'The development account is as dev.json says.',
  'new-key': 'dev.json was lost: the development account has a new API key in a new one.',
};

/** Creates the development account, whose API key and links are in `dev.json`, or keeps an existing one. */
export async function seedDevelopment(
  { dataFolder, demoUrl }: Environment,
  baseUrl: string,
  parts: { database: OpenDatabase; vault: Vault; people: PeopleServices; logger: Logger },
): Promise<void> {
  const { database, vault, people, logger } = parts;
  const store = createDevelopmentStore(database, vault);
  const file = join(dataFolder, 'dev.json');
  const outcome = await ensureDevelopmentAccount(
    { store, clock: systemClock, file, makeAdminLink: (id) => makeDevelopmentLink(people, id, baseUrl) },
    { baseUrl, demoUrl },
  );
  logger.info(seedMessages[outcome], { file });
}
