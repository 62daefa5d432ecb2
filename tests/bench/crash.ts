import { parseArgs } from 'node:util'
import { tryCrashes } from '#tests/support/crash-trial.ts'
import { PostgresServer } from '#tests/support/postgres.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { ServiceProcess } from '#tests/support/service-process.ts'

/** Kills the service again and again while six people change things: what was answered is there, and nothing is there twice. */
export async function run(args: string[]): Promise<void> {
  const options = { kills: { type: 'string', default: '100' }, postgres: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ args, options })
  const server = values.postgres ? await PostgresServer.start() : undefined
  const service = await ServiceProcess.start({ databaseUrl: server?.url() })
  try {
    const figures = await tryCrashes(service, Number(values.kills), new SeededRandom(3))
    const isWithinBar = figures.lost === 0 && figures.twice === 0 && Object.keys(figures.refused).length === 0
    console.log(`  killed while writing                      ${figures.kills} times`)
    console.log(`  changes answered with success             ${figures.answered}, of them ${figures.repeated} only when sent again`)
    console.log(`  changes of which the outcome is unknown   ${figures.unknown}`)
    console.log(`  answered and not there                    ${figures.lost} (bar: 0)`)
    console.log(`  there twice                               ${figures.twice} (bar: 0)`)
    console.log(JSON.stringify({ bench: 'crash', database: values.postgres ? 'postgres' : 'sqlite', isWithinBar, ...figures }))
  } finally {
    await service.close()
    await server?.stop()
  }
}
