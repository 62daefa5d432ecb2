import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForThisMachineOnly } from '#contract/loopback.ts'
import type { Settings } from '#contract/settings.ts'

/** What is read of the demonstration's note (`server/demo/seed.ts`); one of an earlier version has no states. */
interface DemoNote {
  users: { loginName: string; password: string; role: string }[]
  states?: { loginName: string; password: string; shows: string }[]
}

const STATE_WIDTH = 20

/**
 * The demonstration's names and passwords, as lines to print: once, as what is printed stays in windows and logs, and never where the service is reached
 * from elsewhere. Afterwards they are where their owner alone reads them.
 */
export function demoPeople(dataFolder: string, settings: Pick<Settings, 'host' | 'origins' | 'trustedProxies'>): string[] {
  const file = join(dataFolder, 'demo.json')
  const { users: people, states = [] } = JSON.parse(readFileSync(file, 'utf8')) as DemoNote
  const width = Math.max(...people.map((user) => user.loginName.length))
  const shown = join(dataFolder, 'demo-shown')
  const isPublic = !isForThisMachineOnly(settings)
  if (isPublic || existsSync(shown)) {
    return [
      `  Sign in as ${people.map(({ loginName }) => loginName).join(', ')}; the passwords stand in`,
      `    ${file}`,
      ...(isPublic ? ['  Others can reach this address: give these people passwords of their own before they do.'] : []),
    ]
  }
  writeFileSync(shown, '')
  return [
    '  Sign in as (shown this once)',
    ...people.map((user) => `    ${user.loginName.padEnd(width)}  ${user.password}  (${user.role})`),
    ...(states.length > 0 ? ['', `  or, to look at a licence in another state, with ${states[0]?.password ?? ''} as`] : []),
    ...states.map(({ loginName, shows }) => `    ${loginName.padEnd(STATE_WIDTH)}  ${shows}`),
  ]
}
