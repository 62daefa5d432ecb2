import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { Choices } from '#contract/calls/user/choices.ts'
import type { NoticeChoices } from '#contract/quiet-hours.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { forgetKept } from '../../lib/kept-here.ts'
import { CallError } from '../core/call-error.ts'
import { callCore, coreState, onRefresh } from '../core/core.ts'

/** A volume is dragged: it is sent once it stands still for this long. */
const GATHER_MS = 400

/** How whoever is signed in has arranged the app; empty while nobody is. Kept by the service, so that it is there on every machine. */
export const choices = proxy<Choices>({})
/** What the service does not know yet. */
let unsent: Choices = {}
let timer: ReturnType<typeof setTimeout> | undefined

/** Takes effect at once here; the service is told a moment later, or when it can be reached again. */
export function choose(change: Choices): void {
  // A copy: what is put into a proxy has proxies within from then on, which do not go to the worker.
  Object.assign(choices, structuredClone(change))
  unsent = { ...unsent, ...change }
  clearTimeout(timer)
  timer = setTimeout(() => void send(), GATHER_MS)
}

async function send(): Promise<void> {
  clearTimeout(timer)
  const sent = unsent
  if (Object.keys(sent).length === 0) return
  try {
    await callCore(profileUpdate, { choices: sent }, { quiet: true })
    if (unsent === sent) unsent = {}
  } catch (error) {
    // It holds here all the same, and is sent again with the next one.
    if (!(error instanceof CallError)) throw error
  }
}

function adopt(): void {
  const { session } = coreState
  if (session.kind === 'signed-out') {
    clearTimeout(timer)
    unsent = {}
    forgetKept(localStorage, sessionStorage)
  }
  const { rail, cameras, volumes, notices } = { ...(session.kind === 'signed-in' ? session.user.choices : {}), ...unsent }
  Object.assign(choices, { rail, cameras, volumes: volumes && { ...volumes }, notices: notices && copyOf(notices) })
}

/** What is read from a proxy carries proxies along, which do not go to the worker. */
export function copyOf({ quiet, ...rest }: NoticeChoices): NoticeChoices {
  return { ...rest, quiet: { ...quiet, spans: quiet.spans.map((span) => ({ ...span })) } }
}

/** Follows what the service knows of the person; when nobody is signed in nothing of them stays here. Called once, when the session is known. */
export function followChoices(): void {
  adopt()
  subscribeKey(coreState, 'session', adopt, true)
  onRefresh(() => void send())
  addEventListener('pagehide', () => void send())
}
