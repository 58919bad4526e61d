import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const boot = fileURLToPath(new URL('boot-machine.sh', import.meta.url));
const page = readFileSync(join(root, 'docs/operate.md'), 'utf8');

/** Commands of the page; `excuse`: the reason why they are not run, or null. */
interface Fence {
  readonly commands: string;
  readonly excuse: string | null;
}

const fences: Fence[] = [...page.matchAll(/(<!-- not run: (.*?) -->\n *)?```sh\n([\s\S]*?)```/g)].map(
  ([, , excuse, commands = '']) => ({ commands: commands.replace(/^ {3}/gm, ''), excuse: excuse ?? null }),
);
const run = fences.filter(({ excuse }) => excuse === null);

/** Checks after each part of the page whether the service is ready. */
const readinessCheck = `
curl -fsS --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:4000/readyz > /ready`;

/** The page as a script; each code block runs on its own, as if typed. */
const script = [
  ...run.map(
    ({ commands }, place) => `cat > /fence-${place} <<'END OF FENCE'
set -euo pipefail
${commands}
END OF FENCE
[ -z "\${account-}" ] && account=$(orchestration account list --json 2>/dev/null | grep -o -m 1 '"id": *"[^"]*"' | cut -d '"' -f 4)
sed -i "s/<account>/\${account-}/" /fence-${place}
echo "== ${place}"
(cd /root && bash /fence-${place}) < /dev/null && echo "== ${place} succeeded"
if systemctl -q is-active orchestration.service; then ${readinessCheck.trim()}; fi`,
  ),
  'echo "== at the end"',
  'cat /ready /log',
  'orchestration doctor',
  'grep -E "^(NoNewPrivs|CapEff|CapBnd|Seccomp):" /proc/$(systemctl show -P MainPID orchestration.service)/status',
  'curl -fsS http://127.0.0.1:4002/metrics | grep -E "^orchestration_(ready|backup_verified)"',
  'systemctl stop orchestration.service; systemctl show -p Result -p ExecMainStatus orchestration.service',
].join('\n');

const isRoot = process.getuid?.() === 0;
const missing = ['unshare', 'systemd-analyze', 'openssl', 'curl'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
);
const cannotBoot =
  process.platform !== 'linux' || !isRoot
    ? 'Booting systemd in namespaces needs Linux and root.'
    : missing.length > 0
      ? `Not there: ${missing.join(', ')}. On Debian: sudo apt-get install systemd util-linux openssl curl`
      : null;
if (cannotBoot) console.error(cannotBoot);

let home: string;
let output: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-machine-'));
  if (cannotBoot) return;
  writeFileSync(join(home, 'script'), script);
  const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup', '--fork', '--kill-child'];
  const mountPoint = mkdtempSync(join(home, 'root-'));
  const machine = spawn('unshare', [...namespaces, 'bash', boot, mountPoint, root, join(home, 'script')], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    timeout: 240_000,
    killSignal: 'SIGKILL',
  });
  let text = '';
  machine.stdio[3]?.on('data', (part: Buffer) => {
    text += part.toString();
    if (text.endsWith('== over\n')) machine.kill('SIGKILL');
  });
  await once(machine, 'close');
  output = text;
}, 300_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('docs/operate.md', () => {
  it('lists commands for each task, and a reason for each block that is not run', () => {
    expect(run.length).toBeGreaterThan(7);
    for (const { excuse } of fences) expect(excuse?.length ?? 20).toBeGreaterThan(15);
  });

  it
    .skipIf(cannotBoot)
    .each(run.map(({ commands }, place) => [commands.trim().split('\n')[0], place] as const))(
    'lists commands that succeed under systemd: %s …',
    (_commands, place) => {
      expect(output).toContain(`== ${place} succeeded`);
    },
  );

  it.skipIf(cannotBoot)('leads to a ready service with isolated decoders and no privileges', () => {
    const end = output.split('== at the end')[1] ?? '';
    expect(end).toContain('"status":"ready","warnings":[]');
    // Read from the log, because doctor runs outside the unit.
    expect(end).toMatch(
      /"level":"info","message":"Uploads are decoded in isolated processes.","on":"[^"]*no network, no access to the data folder[^"]*"\}/,
    );
    expect(end).not.toContain('"level":"error"');
    expect(end).not.toContain('✗');
    expect(end).toMatch(/CapEff:\s+0+\n/);
    expect(end).toMatch(/CapBnd:\s+0+\n/);
    expect(end).toMatch(/NoNewPrivs:\s+1\n/);
    expect(end).toMatch(/Seccomp:\s+2\n/);
    expect(end).toMatch(/^orchestration_ready 1$/m);
    expect(end).toMatch(/^orchestration_backup_verified_timestamp_seconds /m);
    expect(end).toContain('Result=success\nExecMainStatus=0');
  });
});

describe.skipIf(cannotBoot)('systemd units', () => {
  it.each(['orchestration.service', 'orchestration-backup.service', 'orchestration-backup.timer'])(
    'passes systemd-analyze verify: %s',
    (name) => {
      // Uses this repository, because the paths of an installation do not exist here.
      const file = join(root, 'examples/systemd', name);
      const text = readFileSync(file, 'utf8').replaceAll('/opt/orchestration/', root);
      const copy = join(home, name);
      writeFileSync(copy, text);
      execFileSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', copy], {
        stdio: 'pipe',
      });
    },
  );
});

const unpacked = join(root, '.cache/prometheus/usr/bin/promtool');
const promtool = existsSync(unpacked) ? unpacked : 'promtool';
const hasPromtool = spawnSync(promtool, ['--version']).status === 0;
if (!hasPromtool) console.error('promtool is not installed: it comes with the Debian package prometheus.');

it.skipIf(!hasPromtool)('accepts the rules of alerts.yml in promtool', () => {
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'rules', join(root, 'docs/alerts.yml')], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
