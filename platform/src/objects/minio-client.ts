import * as http from 'node:http';
import * as https from 'node:https';
import { Client, S3Error } from 'minio';
import { StoreUnavailable } from '../errors.ts';

/** Nothing moves on the connection for this long: the server is away. Below the 5 s that a service has for an answer. */
const stalledMs = 3_000;
/** No single call takes longer; none carries more than one part. */
const wholeCallMs = 20_000;
const connectionsAtOnce = 32;
/** How a kept connection that was cut behind our back shows itself. */
const cutCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

export interface MinioConnection {
  /** http or https, without a path. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** The code of S3's answer (`NoSuchKey`), or of the connection's error (`ECONNRESET`). */
export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Ends a request that stalls or takes too long. */
function bound(request: http.ClientRequest): http.ClientRequest {
  const end = (): void => {
    request.destroy(Object.assign(new Error('MinIO did not answer in time.'), { code: 'ETIMEDOUT' }));
  };
  const timer = setTimeout(end, wholeCallMs);
  request.once('close', () => clearTimeout(timer));
  return request.setTimeout(stalledMs, end);
}

/** The same module, whose requests have a bound of time. The client has no setting for one. */
const bounded = (transport: Pick<typeof http, 'request'>): Pick<typeof http, 'request'> => ({
  request: new Proxy(transport.request, { apply: (request, self, options: [http.RequestOptions]) => bound(Reflect.apply(request, self, options)) }),
});

/** Makes the client, and what ends its kept connections. It tries nothing again by itself and asks nobody for the region. */
export function minioClient({ endpoint, accessKey, secretKey, region }: MinioConnection): { client: Client; close: () => void } {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  const transport = useSSL ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: connectionsAtOnce });
  const address = { endPoint: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port) || (useSSL ? 443 : 80), useSSL };
  const client = new Client({ ...address, accessKey, secretKey, region, transport: bounded(transport), transportAgent: agent, retryOptions: { disableRetry: true } });
  return { client, close: () => agent.destroy() };
}

/**
 * Makes a call that may be made twice, and makes it a second time when a kept connection had been cut. `once` is for one that may not.
 * S3's own refusals of one object pass (look at `codeOf`); whatever says that MinIO cannot be used becomes StoreUnavailable.
 */
export async function callMinio<T>(call: () => Promise<T>, { once = false } = {}): Promise<T> {
  try {
    return await call().catch((error: unknown) => {
      if (once || !cutCodes.includes(codeOf(error))) throw error;
      return call();
    });
  } catch (error) {
    if (error instanceof S3Error && ['NoSuchKey', 'InvalidRange'].includes(codeOf(error) ?? '')) throw error;
    throw new StoreUnavailable('The store of files does not answer.', { cause: error });
  }
}
