import { beforeEach, expect, test, vi } from 'vitest'
import { Renewal } from '#src/data/station/renewal.ts'
import { applyUpdate, updateState } from '#src/data/app/service-worker.ts'
import { pageMemory } from '#src/data/station/page-memory.ts'
import type { FromScreen, ToScreen } from '#src/lib/kiosk-messages.ts'

vi.mock('#src/data/app/service-worker.ts', () => ({
  updateState: { kind: 'none' },
  applyUpdate: vi.fn<(mayGo: () => boolean, go: () => void) => Promise<void>>(),
}))
const signs: (() => void)[] = []
vi.mock('#src/data/person/activity.ts', () => ({ onActivity: (listener: () => void) => signs.push(listener) }))
vi.mock('#src/data/station/page-memory.ts', async (original) => ({
  ...(await original<typeof import('#src/data/station/page-memory.ts')>()),
  pageMemory: vi.fn<() => Promise<number | undefined>>(),
}))
vi.mock('#shared/give-memory-back.ts', () => ({ giveMemoryBack: async () => undefined }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ORIGIN = 'https://screen.invalid'
let hear: (message: ToScreen) => void
let said: FromScreen[]
let isBusy: boolean
let replaced: string[]

/** The page of a screen in a shell, that has just come to the front. */
function beginPage(shell?: { mark: string; forMs: number }): Renewal {
  const location = { replace: (address: string) => replaced.push(address) }
  const around = { postMessage: (message: FromScreen) => said.push(message), location } as unknown as Window
  vi.stubGlobal('addEventListener', (_: string, listener: (event: unknown) => void) => {
    hear = (data) => listener({ source: around, origin: ORIGIN, data })
  })
  const renewal = new Renewal({
    start: 'start',
    shell: around,
    shellAddress: '/user/kiosk?screen=2',
    look: () => ({ live: 4, isDrawn: true, hasTrouble: false }),
    onShown: () => undefined,
    isBusy: () => isBusy,
  })
  renewal.run()
  hear({ kind: 'shown', ...(shell && { shell }) })
  return renewal
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const asked = () => said.filter(({ kind }) => kind.startsWith('renew'))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 4, 5, 12, 0) })
  vi.stubGlobal('location', { origin: ORIGIN, reload: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { locks: { request: (_: string, hold: () => unknown) => hold() } })
  vi.mocked(pageMemory).mockReset().mockResolvedValue(100e6)
  vi.mocked(applyUpdate).mockReset()
  updateState.kind = 'none'
  signs.length = 0
  said = []
  replaced = []
  isBusy = false
})

test('a page says that it is there, with a lock of its own, and a word four times a second while it is drawn', async () => {
  const renewal = beginPage()
  expect(said).toEqual([{ kind: 'there', lock: expect.stringMatching(/^sightline-station-page-/) }])
  await pass(1_000)
  expect(said).toHaveLength(1)
  renewal.isThere = true
  await pass(1_000)
  expect(said.slice(1)).toEqual(Array.from({ length: 4 }, () => ({ kind: 'alive', live: 4, isDrawn: true, hasTrouble: false })))
})

test('a page wants a successor after four hours and some minutes, once it has come to the front', async () => {
  beginPage()
  await pass(4 * HOUR - MINUTE)
  expect(asked()).toEqual([])
  await pass(32 * MINUTE)
  expect(asked()[0]).toEqual({ kind: 'renew', start: 'age' })
})

test('a page that has grown by a quarter wants a successor', async () => {
  beginPage()
  await pass(10 * MINUTE)
  expect(asked()).toEqual([])
  vi.mocked(pageMemory).mockResolvedValue(160e6)
  await pass(6 * MINUTE)
  expect(asked()[0]).toEqual({ kind: 'renew', start: 'memory' })
})

test('nobody is disturbed: a page waits for half a minute without a hand, and while an alarm, “Identify” or a trouble is on it, an hour at most', async () => {
  beginPage()
  isBusy = true
  await pass(4 * HOUR + 31 * MINUTE)
  expect(asked()).toEqual([])
  isBusy = false
  signs.forEach((touch) => touch())
  await pass(25_000)
  expect(asked()).toEqual([])
  await pass(10_000)
  expect(asked()).not.toEqual([])
})

test('what nobody finds a quiet moment for in an hour is done without one', async () => {
  beginPage()
  isBusy = true
  await pass(5 * HOUR + 31 * MINUTE)
  expect(asked()[0]).toEqual({ kind: 'renew', start: 'age' })
})

test('a successor that did not get ready is not tried again for two minutes', async () => {
  beginPage()
  await pass(4 * HOUR + 31 * MINUTE)
  hear({ kind: 'kept' })
  const before = asked().length
  await pass(2 * MINUTE - 5_000)
  expect(asked()).toHaveLength(before)
  await pass(10_000)
  expect(asked().length).toBeGreaterThan(before)
})

test('a newer release is taken when it is quiet', async () => {
  beginPage()
  vi.mocked(applyUpdate).mockImplementation(async (mayGo, go) => (mayGo?.() ? go?.() : undefined))
  isBusy = true
  updateState.kind = 'ready'
  await pass(5 * MINUTE)
  expect(asked()).toEqual([])
  isBusy = false
  await pass(30_000)
  expect(asked()).toEqual([{ kind: 'renew', start: 'version' }])
})

test('pictures come back after a trouble without a successor that loads beside them', async () => {
  beginPage()
  isBusy = true
  await pass(4 * HOUR + 31 * MINUTE)
  isBusy = false
  await pass(25_000)
  expect(asked()).toEqual([])
  await pass(10_000)
  expect(asked()[0]).toEqual({ kind: 'renew', start: 'age' })
})

test('a page whose newer release takes a while to be in charge waits for it, and has no successor of the older one meanwhile', async () => {
  beginPage()
  const inCharge = Promise.withResolvers<void>()
  vi.mocked(applyUpdate).mockImplementation(async (_, go) => {
    updateState.kind = 'applying'
    await inCharge.promise
    go?.()
  })
  updateState.kind = 'ready'
  await pass(MINUTE)
  expect(applyUpdate).toHaveBeenCalledOnce()
  expect(asked()).toEqual([])
  inCharge.resolve()
  await pass(0)
  expect(asked()).toEqual([{ kind: 'renew', start: 'version' }])
})

test('another shell than the one around the page is taken between three and five in the night, once, or after a week', async () => {
  vi.stubEnv('VITE_SHELL', 'new')
  vi.setSystemTime(new Date(2026, 4, 5, 2, 0))
  const old = { mark: 'old', forMs: 10 * HOUR }
  beginPage(old)
  await pass(59 * MINUTE)
  expect(asked()).toEqual([])
  await pass(2 * MINUTE)
  expect(asked()[0]).toEqual({ kind: 'renew-shell' })

  said = []
  for (const shell of [
    { mark: 'new', forMs: 10 * HOUR },
    { mark: 'old', forMs: MINUTE },
  ]) {
    hear({ kind: 'shown', shell })
    await pass(MINUTE)
    expect(asked()).toEqual([])
  }
  await pass(HOUR)
  said = []
  vi.setSystemTime(new Date(2026, 4, 5, 12, 0))
  hear({ kind: 'shown', shell: old })
  await pass(MINUTE)
  expect(asked()).toEqual([])
  hear({ kind: 'shown', shell: { mark: 'old', forMs: 8 * 24 * HOUR } })
  await pass(MINUTE)
  expect(asked()[0]).toEqual({ kind: 'renew-shell' })
})

test('a shell that has to stay does not keep its page from being renewed', async () => {
  vi.stubEnv('VITE_SHELL', 'new')
  beginPage({ mark: 'old', forMs: 8 * 24 * HOUR })
  await pass(4 * HOUR + 31 * MINUTE)
  expect(asked()).toContainEqual({ kind: 'renew', start: 'age' })
})

test('a shell of before, which says nothing of itself, is loaded anew by its page in the night', async () => {
  vi.stubEnv('VITE_SHELL', 'new')
  vi.setSystemTime(new Date(2026, 4, 5, 0, 30))
  beginPage()
  await pass(3 * HOUR - MINUTE)
  expect(replaced).toEqual([])
  await pass(2 * MINUTE)
  expect(replaced).toEqual(['/user/kiosk?screen=2'])
  expect(asked()).toEqual([])
})
