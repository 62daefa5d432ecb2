import type { Call } from '#contract/define-call.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { registry } from '#contract/registry.ts'

/** Something that the audit trail knows: a call that changes what the service keeps, or a talk to a camera. */
interface Operation {
  module: string
  function: string
  path: string
}

/** Under this the audit trail knows a talk to a camera, which goes over the media socket. */
export const TALK_PATH = `${MEDIA_PATH}/talk`

/** Modules by the first words of their calls' paths; the first that fits counts. */
const moduleOfPath: readonly (readonly [RegExp, string])[] = [
  [/^\/vms\/user-configs\//, 'layouts'],
  [/^\/vms\/user-invite\/|^\/vms\/user\/invite/, 'people'],
  [/^\/vms\/remote-access|^\/vms\/my-installer\//, 'installer'],
  [/^\/vms\/op-logs\//, 'own-machine'],
  [/^\/vms\/(web\/)?user\/|^\/vms\/(code|token|merchant-logo|organization|customer-website)\//, 'account'],
  [/^\/vms\/archives\//, 'archives'],
  [/^\/vms\/(event|monitor|contact)/, 'events'],
  [/^\/vms\/vehicle/, 'vehicles'],
  [/^\/vms\/(cloud-storage|licen[cs]e|order|pay|vas|buy)/, 'services'],
]

const calls = Object.entries(registry as Readonly<Record<string, Call>>)
  .filter(([, call]) => call.changes === true)
  .map(([name, { path }]) => ({ module: moduleOfPath.find(([words]) => words.test(path))?.[1] ?? 'devices', function: name, path }))

/** All that the audit trail knows. What no other module claims is of sites and devices. */
export const operations: readonly Operation[] = [...calls, { module: 'devices', function: 'talk', path: TALK_PATH }]
