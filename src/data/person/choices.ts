import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { Choices } from '#contract/calls/user/choices.ts'
import type { NoticeChoices } from '#contract/quiet-hours.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { forgetKept } from '../../lib/kept-here.ts'
import { CallError } from '../core/call-error.ts'
import { changeCore, coreState } from '../core/core.ts'

/** What is dragged is written down once it stands still for this long. */
const STILL_MS = 250

/** How whoever is signed in has arranged the app; empty while nobody is. Kept by the service, so that it is there on every machine. */
export const choices = proxy<Choices>({})
/** What shows already and may not be written down yet. */
let moving: Choices = {}
/** What is being written down and may not show yet, the earliest first. */
let writing: readonly Choices[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Takes effect once it is written down, where no crash takes it: what is seen is there tomorrow. The service is told then, or when it can be reached again. */
export function choose(change: Choices): void {
  clearTimeout(timer)
  const whole = { ...moving, ...change }
  // What was dragged before this is no longer what is wanted.
  for (const name of Object.keys(change)) delete moving[name as keyof Choices]
  void keep(whole)
}

/** Shows at once what a control that is dragged or typed into holds itself, and writes it down when it stands still (`isMoving`) or in the same moment. */
export function chooseAtOnce(change: Choices, { isMoving = false } = {}): void {
  moving = { ...moving, ...change }
  // A copy: what is put into a proxy has proxies within from then on, which do not go to the worker.
  Object.assign(choices, structuredClone(change))
  clearTimeout(timer)
  if (isMoving) timer = setTimeout(letGo, STILL_MS)
  else letGo()
}

/** What was dragged stands still. */
function letGo(): void {
  clearTimeout(timer)
  if (Object.keys(moving).length > 0) void keep(moving)
}

async function keep(change: Choices): Promise<void> {
  writing = [...writing, change]
  try {
    await changeCore(profileUpdate, { choices: change }, { quiet: true })
  } catch (error) {
    // Refused: what the service has shows again.
    if (!(error instanceof CallError)) throw error
  } finally {
    writing = writing.filter((one) => one !== change)
  }
  // Something else may be dragged by now.
  if (Object.entries(moving).some(([name, value]) => change[name as keyof Choices] !== value)) return
  moving = {}
  adopt()
}

function adopt(): void {
  const { session } = coreState
  if (session.kind === 'signed-out') {
    clearTimeout(timer)
    moving = {}
    forgetKept(localStorage, sessionStorage)
  }
  const { rail, cameras, volumes, notices, columns } = { ...(session.kind === 'signed-in' ? session.user.choices : {}), ...moving }
  Object.assign(choices, {
    rail,
    cameras,
    volumes: volumes && { ...volumes },
    notices: notices && copyOf(notices),
    columns: columns && copyOfColumns(columns),
  })
}

function copyOfColumns(columns: NonNullable<Choices['columns']>): NonNullable<Choices['columns']> {
  return Object.fromEntries(Object.entries(columns).map(([table, widths]) => [table, { ...widths }]))
}

/** Remembers how wide the columns of a table are; empty: as wide as what they hold. */
export function chooseColumns(table: string, widths: Readonly<Record<string, number>>): void {
  const { [table]: _, ...others } = copyOfColumns(choices.columns ?? {})
  choose({ columns: Object.keys(widths).length === 0 ? others : { ...others, [table]: { ...widths } } })
}

/** How the person wants to be told of alarms, with what was chosen last though it does not show yet: what the next change is made from. */
export function latestNotices(): NoticeChoices | undefined {
  const { notices } = Object.assign({}, choices, ...writing, moving) as Choices
  return notices && copyOf(notices)
}

/** What is read from a proxy carries proxies along, which do not go to the worker. */
export function copyOf({ quiet, ...rest }: NoticeChoices): NoticeChoices {
  return { ...rest, quiet: { ...quiet, spans: quiet.spans.map((span) => ({ ...span })) } }
}

/** Follows what the service knows of the person; when nobody is signed in nothing of them stays here. Called once, when the session is known. */
export function followChoices(): void {
  adopt()
  subscribeKey(coreState, 'session', adopt, true)
  addEventListener('pagehide', letGo)
}
