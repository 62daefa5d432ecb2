import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Why a request may not come in; `undefined` when it may. Host keeps out pages that point a name of their own at this
 * machine, Origin all pages but those of the service.
 */
export function refusal(request: IncomingMessage, port: number, origins: readonly string[]): string | undefined {
  const host = request.headers.host?.toLowerCase()
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 'This is not the address of the video plugin.'
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return 'The video plugin does not serve this website.'
  return undefined
}

/** Answers a WebSocket upgrade with an HTTP error and one plain sentence. */
export function refuseUpgrade(socket: Duplex, status: '403 Forbidden' | '404 Not Found', sentence: string): void {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(sentence)}\r\nConnection: close\r\n\r\n${sentence}`,
  )
}
