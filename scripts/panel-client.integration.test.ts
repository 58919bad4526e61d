import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { panelDocument } from '../packages/service/src/admin-routes/panel-document.ts';
import { clientFile, clientTypes } from './panel-client.mjs';

it("keeps the panel's types equal to its OpenAPI document; after a change run npm run client", async () => {
  expect(readFileSync(clientFile, 'utf8')).toBe(await clientTypes(panelDocument()));
});
