import { join, sep } from 'node:path'
import { root } from './root.ts'

/** An editor writes several files, or one in several steps. */
const SETTLE_MS = 200
const serverFolders = ['server', 'contract', 'shared'].map((folder) => join(root, folder) + sep)

interface DevOptions {
  port: number
  servicePort: number
  /** Files that the service is made of have changed. */
  onServerChange(): void
}

/** Serves the app with hot reload on `port`; calls and sockets go on to the service. Throws when the port is in use. */
export async function startViteServer({ port, servicePort, onServerChange }: DevOptions): Promise<void> {
  // The configuration's proxy leads there.
  process.env['SIGHTLINE_PORT'] = String(servicePort)
  const { createServer } = await import('vite')
  const server = await createServer({ root, server: { port, strictPort: true } })
  let settling: NodeJS.Timeout | undefined
  server.watcher.on('all', (_event, path) => {
    if (!serverFolders.some((folder) => path.startsWith(folder)) || !path.endsWith('.ts')) return
    clearTimeout(settling)
    settling = setTimeout(onServerChange, SETTLE_MS)
  })
  await server.listen()
}
