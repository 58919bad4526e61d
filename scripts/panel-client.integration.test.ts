import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { panelDocument } from '../packages/service/src/admin-routes/panel-document.ts';
import { clientFile, clientTypes } from './panel-client.mjs';

it('has types of the panel that match its OpenAPI document; after a change run npm run client', async () => {
  expect(readFileSync(clientFile, 'utf8')).toBe(await clientTypes(panelDocument()));
});
