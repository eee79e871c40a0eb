import { type OwnEngine, startOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { type FaultProxy, openFaultProxy } from '@tradepost/platform/testing/fault-proxy.ts';

export const engineNames = ['kafka', 'redis', 'minio', 'mongo'] as const;
export type EngineName = (typeof engineNames)[number];
export type Fault = 'stopped' | 'frozen' | 'slow';

/** Engines of one's own, to be broken at will. */
export interface BrokenEngines {
  /** The variables that name them to the platform. */
  readonly environment: Readonly<Record<string, string>>;
  break(engine: EngineName, fault: Fault): Promise<void>;
  mend(engine: EngineName, fault: Fault): Promise<void>;
  stop(): Promise<void>;
}

/** Kafka's clients are told by a broker where it is, so a wire in between has no hold on them. */
export const canBeSlow = (engine: EngineName): boolean => engine !== 'kafka';

const pathOf = (text: string): URL => new URL(text.replace(/^mongodb:/, 'tcp:'));

/** The environment of the platform in which each engine but Kafka is behind its wire. */
function environmentOf(engines: Readonly<Record<EngineName, OwnEngine>>, wires: ReadonlyMap<EngineName, FaultProxy>): Record<string, string> {
  const behind = (engine: EngineName): string => wires.get(engine)?.address ?? '';
  return {
    KAFKA_BROKERS: engines.kafka.environment.KAFKA_BROKERS ?? '',
    REDIS_URL: `redis://${behind('redis')}`,
    ...engines.minio.environment,
    MINIO_ENDPOINT: `http://${behind('minio')}`,
    // Otherwise the driver asks the members where they are, and goes past the wire.
    MONGODB_URI: `mongodb://${behind('mongo')}/?directConnection=true`,
  };
}

/** Starts an engine of each kind. `slowMs` is what a slow one takes longer for each answer. Throws when one of them does not start. */
export async function startBrokenEngines({ slowMs }: { slowMs: number }): Promise<BrokenEngines> {
  const wires = new Map<EngineName, FaultProxy>();
  const started: OwnEngine[] = [];
  const stop = async (): Promise<void> => {
    for (const wire of wires.values()) await wire.close();
    await Promise.all(started.map((engine) => engine.stop()));
  };
  const start = async (name: EngineName): Promise<OwnEngine> => {
    const engine = await startOwnEngine(name);
    started.push(engine);
    return engine;
  };
  try {
    const engines = { kafka: await start('kafka'), redis: await start('redis'), minio: await start('minio'), mongo: await start('mongo') };
    const urls = { redis: engines.redis.environment.REDIS_URL, minio: engines.minio.environment.MINIO_ENDPOINT, mongo: engines.mongo.environment.MONGODB_URI } as const;
    for (const name of ['redis', 'minio', 'mongo'] as const) wires.set(name, await openFaultProxy({ target: pathOf(urls[name] ?? '').host }));
    return {
      environment: environmentOf(engines, wires),
      async break(name, fault) {
        if (fault === 'stopped') await engines[name].act('kill');
        else if (fault === 'frozen') await engines[name].act('freeze');
        else wires.get(name)?.slowDown(slowMs / 2);
      },
      async mend(name, fault) {
        if (fault === 'stopped') await engines[name].act('start-one');
        else if (fault === 'frozen') await engines[name].act('thaw');
        else wires.get(name)?.slowDown(0);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
