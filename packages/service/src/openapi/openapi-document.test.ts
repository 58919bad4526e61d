import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessService } from '../../testing/in-process-service.ts';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown>; security: object[] }>
  >;
}

let service: InProcessService;
let document: Document;

beforeAll(async () => {
  service = await InProcessService.open();
  document = (await (await service.app.request('/orchestration-api/v1/openapi.json')).json()) as Document;
});
afterAll(() => service.close());

describe('the OpenAPI description', () => {
  it('names exactly the endpoints there are', () => {
    const prefix = '/orchestration-api/v1';
    const served = service.app.routes
      .filter(({ path, method }) => path.startsWith(prefix) && !path.endsWith('*') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.slice(prefix.length).replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...new Set(served)].sort());
  });

  it('finds every endpoint of the API under its version', () => {
    const paths = service.app.routes
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/orchestration-api'));
    expect(paths.filter((path) => !path.startsWith('/orchestration-api/v1/'))).toEqual([]);
    expect(paths).toContain('/orchestration-api/v1/init-workflow');
  });

  it('is OpenAPI 3.1 whose references lead somewhere and whose operations have names of their own', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((o) => o.operationId),
    );
    expect(new Set(names).size).toBe(names.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('tells which refusals an endpoint knows', () => {
    const start = document.paths['/init-workflow']?.post;
    expect(Object.keys(start?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
    ]);
    expect(start?.security).toEqual([{ apiKey: [] }]);
  });
});
