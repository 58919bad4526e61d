import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse, type ScalarTag } from 'yaml';
import { imageUser, isLeftOut } from './image.mjs';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
}

/** `!reset` removes a value of a previous Compose file. */
const reset: ScalarTag = { tag: '!reset', resolve: () => [] as never };
const compose = (name: string) =>
  parse(read(`examples/containers/${name}`), {
    customTags: [reset, { ...reset, collection: 'seq', resolve: () => [] as never }],
  }) as { services: Record<string, ComposeService>; volumes: Record<string, null> };

const dockerfile = read('Dockerfile');
const settings = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
const settingsOf = (name: string) => Object.keys(compose(name).services.orchestration?.environment ?? {});

describe('Dockerfile', () => {
  it('passes the linter of Dockerfiles', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  });

  it('uses the Node.js version that the service requires', () => {
    expect(dockerfile).toMatch(/^FROM node:2[0-9]\.\d+\.\d+-bookworm-slim AS build$/m);
  });
});

describe.each(['compose.yaml', 'caddy.yaml'])('%s', (name) => {
  const { services, volumes } = compose(name);

  it('sets only documented settings', () => {
    expect(settingsOf(name).filter((setting) => !settings.includes(setting))).toEqual([]);
  });

  it('opens no port of the service to other hosts', () => {
    for (const port of services.orchestration?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('declares every volume that it mounts', () => {
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(mounted.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(volumes ?? {}).sort());
  });

  it('starts services with volumes with a read-only root and no capabilities', () => {
    for (const service of Object.values(services)) {
      if (!service.volumes) continue;
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });
});

it('keeps master keys out of the build and of the repository', () => {
  for (const file of ['.dockerignore', '.gitignore']) {
    expect(read(file)).toMatch(/^(\*\*\/)?\*\.key$/m);
    expect(read(file)).toMatch(/^(\*\*\/)?\*\.key\.\*$/m);
  }
  expect(read('examples/containers/compose.yaml')).toMatch(/file: \$\{MASTER_KEY_PATH:-\//);
});

it('mounts volumes at the folders that the image creates for its user', () => {
  const { volumes = [] } = compose('compose.yaml').services.orchestration ?? {};
  const [, declared = ''] = /^VOLUME (.*)$/m.exec(dockerfile) ?? [];
  expect(volumes.map((volume) => volume.split(':')[1]).sort()).toEqual(declared.split(' ').sort());
  expect(dockerfile).toContain(`USER ${imageUser}:${imageUser}`);
});

it("trusts Caddy's address in the network", () => {
  const { caddy, orchestration } = compose('caddy.yaml').services;
  expect(orchestration?.environment?.TRUSTED_PROXIES).toBe(caddy?.networks?.front?.ipv4_address);
});

it.each([
  ['node_modules/kysely/dist/index.d.ts', true],
  ['dist/app.js.map', true],
  ['dist/bundled/main.js', false],
  ['node_modules/@vendor/checks/src', true],
  ['node_modules/@vendor/checks/dist', false],
  ['node_modules/@photostructure/sqlite/prebuilds/win32-x64', true],
  [`node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}`, false],
  ['node_modules/@vladmandic/human/models/faceres.bin', false],
])('decides whether the image leaves out %s: %s', (path, isOut) => {
  expect(isLeftOut(path)).toBe(isOut);
});
