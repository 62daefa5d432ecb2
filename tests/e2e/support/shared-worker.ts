import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'

/** The worker ended while it was asked. */
export class WorkerGone extends Error {}

/** A CDP session on the shared worker. Playwright itself does not know it. */
export async function attachToSharedWorker(browser: Browser): Promise<CDPSession> {
  const [worker] = await attachToSharedWorkers(browser)
  if (worker === undefined) throw new Error('There is no shared worker.')
  return worker
}

/** One on each shared worker: those of older releases may live on for a while. */
export async function attachToSharedWorkers(browser: Browser): Promise<CDPSession[]> {
  const root = await browser.newBrowserCDPSession()
  const { targetInfos } = await root.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker')
  // One may end between the two questions.
  const attached = await Promise.allSettled(workers.map(({ targetId }) => attach(root, targetId)))
  return attached.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/**
 * Ends the shared workers as the browser does when it is short of memory; those beside one page when it is given. To evaluate `close()` in one that
 * is starting can bring down its process, in which pages live too.
 */
export async function endSharedWorkers(browser: Browser, beside?: Page): Promise<void> {
  const root = await browser.newBrowserCDPSession()
  const contextId = beside && (await contextIdOf(beside))
  const { targetInfos } = await root.send('Target.getTargets')
  for (const { targetId, type, browserContextId } of targetInfos) {
    const isMeant = type === 'shared_worker' && (contextId === undefined || browserContextId === contextId)
    if (isMeant) await root.send('Target.closeTarget', { targetId })
  }
  await root.detach()
}

async function contextIdOf(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.detach()
  return targetInfo.browserContextId
}

/** A CDP session on the core's worker of the tab that hosts it. */
export async function attachToWorkerOf(host: Page): Promise<CDPSession> {
  const session = await host.context().newCDPSession(host)
  const attached = new Promise<string>((resolve) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.url.includes('/shared-worker-')) resolve(sessionId)
    })
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  return through(session, await attached)
}

/** How many message ports live in a worker after a garbage collection, which this begins with. */
export async function countPorts(worker: CDPSession): Promise<number> {
  const { result } = await worker.send('Runtime.evaluate', { expression: 'MessagePort.prototype' })
  const { objects } = await worker.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
  const counted = await worker.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  // What was looked at would live for as long as the session.
  await worker.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
  return Number(counted.result.value)
}

/** A CDP session on a target that Playwright does not know. */
async function attach(root: CDPSession, targetId: string): Promise<CDPSession> {
  return through(root, (await root.send('Target.attachToTarget', { targetId, flatten: false })).sessionId)
}

/** The session `sessionId`, whose messages go through this one. */
function through(root: CDPSession, sessionId: string): CDPSession {
  let lastId = 0
  /** It may end before anything is asked of it, and then says nothing more. */
  let isGone = false
  root.on('Target.detachedFromTarget', ({ sessionId: from }) => {
    if (from === sessionId) isGone = true
  })
  return {
    send: (method: string, params: unknown) => {
      const id = ++lastId
      const answer = new Promise((resolve, reject) => {
        root.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
          const parsed = JSON.parse(message) as { id?: number; result?: unknown }
          if (from === sessionId && parsed.id === id) resolve(parsed.result)
        })
        root.on('Target.detachedFromTarget', ({ sessionId: from }) => {
          if (from === sessionId) reject(new WorkerGone())
        })
        if (isGone) return reject(new WorkerGone())
        root
          .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
          .catch(() => reject(new WorkerGone()))
      })
      // Whoever does not wait for the answer does not care that there is none.
      answer.catch(() => undefined)
      return answer
    },
  } as unknown as CDPSession
}

/** The shared worker's process: the one whose processor time rises while the worker counts: the browser does not say it in any other way. */
export async function processOfSharedWorker(browser: Browser): Promise<number> {
  const worker = await attachToSharedWorker(browser)
  const root = await browser.newBrowserCDPSession()
  const { processInfo } = await root.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const before = new Map(renderers.map((pid) => [pid, threadTicks(pid)]))
  await worker.send('Runtime.evaluate', { expression: 'const untilMs = Date.now() + 1500; while (Date.now() < untilMs);' })
  const growth = renderers.map((pid) => ({
    pid,
    ticks: Math.max(...[...threadTicks(pid)].map(([thread, ticks]) => ticks - (before.get(pid)?.get(thread) ?? 0))),
  }))
  return growth.reduce((most, one) => (one.ticks > most.ticks ? one : most)).pid
}

/** Processor time of each thread of a process, clock ticks. */
function threadTicks(pid: number): Map<string, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return [thread, Number(fields[11]) + Number(fields[12])]
    }),
  )
}

/** A CDP session on the service worker of a page's address, which the browser starts when it is asked something. */
export async function attachToServiceWorker(browser: Browser, url: string): Promise<CDPSession> {
  const root = await browser.newBrowserCDPSession()
  const { targetInfos } = await root.send('Target.getTargets')
  const worker = targetInfos.find((info) => info.type === 'service_worker' && info.url === url)
  if (worker === undefined) throw new Error(`No service worker runs at ${url}.`)
  return attach(root, worker.targetId)
}
