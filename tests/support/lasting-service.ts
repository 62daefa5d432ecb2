import { startService } from '#server/start-service.ts'

/**
 * The service in a process that outlasts it: told so, it ends, and begins anew on what its folder has by then. To read all code is most of what a
 * start costs, and this process has read it.
 */
let service = await startService()

async function obey(kind: 'stats' | 'end' | 'begin'): Promise<void> {
  if (kind === 'stats') process.send?.({ kind, ...service.stats() })
  if (kind === 'end') {
    await service.close()
    process.send?.({ kind: 'ended' })
  }
  if (kind === 'begin') {
    service = await startService()
    process.send?.({ kind: 'ready' })
  }
}

const leave = () => void service.close().finally(() => process.exit())
process.on('message', ({ kind }: { kind: Parameters<typeof obey>[0] }) => void obey(kind))
process.on('SIGTERM', leave)
process.on('disconnect', leave)
process.send?.({ kind: 'ready' })
