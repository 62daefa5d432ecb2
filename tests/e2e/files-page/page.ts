import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { eventExport } from '#contract/calls/event/event-export.ts'
import type { FileProgress } from '#contract/core-api.ts'
import { CallError } from '#src/data/core/call-error.ts'
import { askCore, callCore, startCore } from '#src/data/core/core.ts'
import type { Journey, Lab } from './lab-api.ts'

const DAY_MS = 86_400_000
/** A picture of one point: readers of PNG pass over what comes behind it. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let journey: Journey = { told: [] }
let abort = new AbortController()

function follow(begin: (options: { signal: AbortSignal; onProgress: (progress: FileProgress) => void }) => Promise<string>): void {
  const own: Journey = { told: [] }
  journey = own
  abort = new AbortController()
  begin({ signal: abort.signal, onProgress: (progress) => own.told.push(progress) }).then(
    (name) => (own.end = name),
    (error: unknown) => (own.end = error instanceof CallError ? error.code : 'called off'),
  )
}

const lab: Lab = {
  start: startCore,
  signIn: async (loginName, password) => void (await askCore('signIn', { loginName, password })),
  upload: (bytes) => {
    const point = Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0))
    const file = new File([point, new Uint8Array(bytes - point.length)], 'me.png', { type: 'image/png' })
    follow(async (options) => (await callCore(avatarUpdate, { file }, options)).avatarUrl)
  },
  download: () => {
    const toMs = Date.now()
    follow(
      async (options) => (await callCore(eventExport, { fromMs: toMs - DAY_MS, toMs, format: 'xlsx', language: 'en-US' }, options)).name,
    )
  },
  callOff: () => abort.abort(),
  journey: () => journey,
}
Object.assign(globalThis, { lab })
