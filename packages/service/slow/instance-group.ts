import { type BucketServer, serverKeys, startBucketServer } from '../testing/bucket-server.ts';
import { Balancer } from './balancer.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

/** Settings of one instance, besides the shared ones. */
export type InstanceSettings = Readonly<Record<string, string>>;

/** Instances of the built service that share a database and a bucket, behind a load balancer. */
export class InstanceGroup {
  readonly instances: readonly ServiceProcess[];
  /** Address of the balancer. */
  readonly url: string;
  /** Client that calls the balancer. */
  readonly client: ServiceClient;
  readonly #bucket: BucketServer;
  readonly #balancer: Balancer;

  private constructor(
    instances: readonly ServiceProcess[],
    url: string,
    bucket: BucketServer,
    balancer: Balancer,
  ) {
    [this.instances, this.url, this.#bucket, this.#balancer] = [instances, url, bucket, balancer];
    this.client = new ServiceClient({ url, development: this.development });
  }

  /**
   * Starts instances one after the other.
   *
   * @param webhookPort - port that receives the development account's webhooks.
   * @param settings - settings of each instance.
   */
  static async open(webhookPort: number, settings: readonly InstanceSettings[]): Promise<InstanceGroup> {
    const bucket = await startBucketServer();
    const instances: ServiceProcess[] = [];
    for (let count = 0; count < settings.length; count += 1)
      instances.push(await ServiceProcess.create(webhookPort));
    const [first] = instances as [ServiceProcess];
    const balancer = new Balancer(instances.map(({ port }) => port));
    const url = await balancer.open();
    for (const [index, instance] of instances.entries()) {
      instance.settings = {
        DATABASE_URL: first.databaseUrl ?? '',
        MASTER_KEY: first.masterKey,
        MEDIA_URL: `s3://media/live?endpoint=${encodeURIComponent(bucket.endpoint)}&region=us-east-1`,
        MEDIA_ACCESS_KEY_ID: serverKeys.accessKeyId,
        MEDIA_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
        DEVELOPMENT: String(instance === first),
        PUBLIC_URL: url,
        ...settings[index],
      };
      await instance.start();
    }
    return new InstanceGroup(instances, url, bucket, balancer);
  }

  /** Development data of the first instance. */
  get development() {
    return this.instances[0]!.development;
  }

  /** Address of the shared database. */
  get databaseUrl(): string {
    return this.instances[0]!.databaseUrl ?? '';
  }

  /** Returns a client that calls one instance directly. */
  clientOf(index: number): ServiceClient {
    return new ServiceClient({ url: this.instances[index]!.url, development: this.development });
  }

  async close(): Promise<void> {
    this.#balancer.close();
    for (const instance of this.instances) await instance.remove();
    await this.#bucket.stop();
  }
}
