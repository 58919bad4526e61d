import type { AdminList, AdminLists } from '@vendor/contract/admin';
import { adminListsSchema } from '@vendor/contract/admin';
import { oldAfterDays } from '../../administration/lists/list-age.ts';
import { type ListEntry, type ListServices, listLists } from '../../administration/lists/list-lists.ts';
import type { AdminRoute } from '../admin-route.ts';

/** Creates the route for the lists that checks use, with their age. */
export function listRoutes(services: ListServices): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'lists',
      access: 'list.read',
      operation: {
        summary: 'Show the lists that checks use, with their age',
        reply: adminListsSchema,
      },
      async answer(_context, person): Promise<AdminLists> {
        const found = await listLists(services, person, person.accountId);
        const missing = (['people', 'networks'] as const).filter(
          (kind) => !found.some((list) => list.kind === kind),
        );
        return { lists: found.map(viewList), missing, oldAfterDays };
      },
    },
  ];
}

function viewList({ age, publishedAt, importedAt, ...list }: ListEntry): AdminList {
  return {
    ...list,
    publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    importedAt: importedAt === null ? null : new Date(importedAt).toISOString(),
    ageDays: age.days,
    isOld: age.isOld,
  };
}
