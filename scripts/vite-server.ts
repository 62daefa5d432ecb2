import { root } from './root.ts'

/** Serves the app with hot reload on `port`; calls and sockets go on to the service. */
export async function startViteServer(port: number, servicePort: number): Promise<void> {
  process.env['SIGHTLINE_PORT'] = String(servicePort)
  const { createServer } = await import('vite')
  const server = await createServer({ root, server: { port, strictPort: true } })
  await server.listen()
}
