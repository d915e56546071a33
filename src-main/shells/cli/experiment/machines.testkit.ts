import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, vi } from 'vitest'
import { type Postgres, startPostgres } from '../../../experiments/cluster/postgres.testkit'
import { useExperiments } from './experiment.testkit'

/** Runs the commands on machines that share only what a test gives them. */
export function useMachines() {
  const commands = useExperiments()
  const { home } = commands

  /** Starts a queue and a bucket for the tests of one block. The commands find them in their environment. */
  function useQueueAndBucket(): { readonly queue: () => Postgres; readonly bucket: string } {
    const bucket = join(home, 's3')
    let postgres: Postgres | undefined
    const s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: (mkdirSync(bucket), bucket),
      configureBuckets: [{ name: 'shared', configs: [] }],
    })
    beforeAll(async () => {
      postgres = await startPostgres()
      const { port } = await s3.run()
      Object.entries({
        ZORKGPT_QUEUE_URL: postgres.url,
        ZORKGPT_STORE: 's3://shared/of/ours',
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      }).forEach(([name, value]) => vi.stubEnv(name, value))
    })
    afterAll(async () => {
      await postgres?.stop()
      await s3.close()
    })
    const queue = () => {
      if (!postgres) throw new Error('PostgreSQL is not running.')
      return postgres
    }
    return { queue, bucket }
  }

  return {
    ...commands,
    useQueueAndBucket,
    /** The data folder of another machine. */
    machine: (name: string) => join(home, name),
    episodesIn: (data: string) => readdirSync(data).filter((name) => !name.startsWith('.')),
  }
}
