import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import { openKafkaBus } from '../src/bus/kafka.ts';
import { openClient } from '../src/bus/kafka-client.ts';
import type { EventBus } from '../src/ports.ts';
import { type OwnEngine, startOwnEngine, withOwnEngine } from '../src/testing/engines.ts';
import { log } from './support/kafka-place.ts';

const { CLUSTER_ACTION, DESCRIBE, DESCRIBE_CONFIGS, ALTER, ALTER_CONFIGS, IDEMPOTENT_WRITE, READ } = AclOperationTypes;

/** Gives everybody these rights and, on the same resource, no others. */
async function giveOnly(broker: string): Promise<void> {
  const client = openClient({ brokers: [broker], clientId: 'test', log }, { retries: 5 });
  const admin = client.kafka.admin();
  await admin.connect();
  const everybody = { principal: 'User:ANONYMOUS', host: '*', permissionType: AclPermissionTypes.ALLOW, resourcePatternType: ResourcePatternTypes.LITERAL };
  const ofCluster = [CLUSTER_ACTION, DESCRIBE, DESCRIBE_CONFIGS, ALTER, ALTER_CONFIGS, IDEMPOTENT_WRITE];
  const onCluster = ofCluster.map((operation) => ({ ...everybody, operation, resourceType: AclResourceTypes.CLUSTER, resourceName: 'kafka-cluster' }));
  await admin.createAcls({ acl: [{ ...everybody, operation: READ, resourceType: AclResourceTypes.TOPIC, resourceName: '*' }, ...onCluster] });
  await admin.disconnect();
  client.cut();
}

withOwnEngine('Kafka', 'KAFKA_BROKERS', () => {
  describe('when Kafka lets nobody make topics', () => {
    let engine: OwnEngine;
    let bus: EventBus;
    beforeAll(async () => {
      engine = await startOwnEngine('kafka');
      const { KAFKA_BROKERS: broker = '', ENGINES_DIR: folder = '' } = engine.environment;
      await engine.act('kill');
      const authorizer = 'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer\nallow.everyone.if.no.acl.found=true\n';
      appendFileSync(join(folder, 'kafka-1', 'server.properties'), `\n${authorizer}`);
      await engine.act('start-one');
      await giveOnly(broker);
      bus = await openKafkaBus({ brokers: [broker], clientId: 'test', log });
    }, 120_000);
    afterAll(async () => {
      await bus?.close();
      await engine?.stop();
    }, 60_000);

    test.each(['beginning', 'now'] as const)(
      'then a subscription from %s is refused with one sentence that names the topic and the right',
      async (from) => {
        const subscribing = bus.subscribe({ group: `${from}-readers`, topics: ['tradepost.sample'], from, handle: async () => undefined });
        const refusal = /^Kafka at \S+ does not let this process .* make the topics tradepost\.sample, .* the group \w+-readers\.$/;
        await expect(subscribing).rejects.toMatchObject({ name: 'StartRefused', message: expect.stringMatching(refusal) });
      },
      30_000,
    );
  });
});
