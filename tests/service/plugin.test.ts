import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { MAX_XML_CHARACTERS } from '#contract/plugin/xml.ts'
import { PLUGIN_VERSION } from '#plugin/version.ts'
import { PluginStand } from '#tests/support/plugin-stand.ts'
import { BAD_TICKET, TestRelay } from '#tests/support/test-relay.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function start(...options: Parameters<typeof PluginStand.start>): Promise<PluginStand> {
  const stand = await PluginStand.start(...options)
  open.push(stand)
  return stand
}

/** What an upgrade is answered with: 101, or the HTTP status and its sentence. */
async function knock(port: number, path: string, headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  const answer = await new Promise<string>((resolve, reject) => {
    socket.on('open', () => resolve('101'))
    socket.on('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve(`${response.statusCode} ${body}`))
    })
    socket.on('error', reject)
  })
  socket.on('error', () => {})
  socket.terminate()
  return answer
}

async function http(port: number, method: string, headers: Record<string, string>) {
  const sent = request({ port, host: '127.0.0.1', method, headers }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response
}

describe('the door', () => {
  test('opens for the pages of the service, by both names of this machine', async () => {
    const { plugin, relay } = await start()
    expect(await knock(plugin.port, '/', { Origin: relay.origin })).toBe('101')
    expect(await knock(plugin.port, '/', { Origin: relay.origin, Host: `localhost:${plugin.port}` })).toBe('101')
  })

  test.each(['/', '/media?ticket=x', '/nowhere'])('stays shut on %s for other pages and other names', async (path) => {
    const { plugin, relay } = await start()
    const foreign = '403 The video plugin does not serve this website.'
    expect(await knock(plugin.port, path, { Origin: 'https://evil.example' })).toBe(foreign)
    expect(await knock(plugin.port, path, { Origin: 'null' })).toBe(foreign)
    expect(await knock(plugin.port, path, { Origin: `${relay.origin}.evil.example` })).toBe(foreign)
    expect(await knock(plugin.port, path, {})).toBe(foreign)
    for (const host of [`rebound.example:${plugin.port}`, '127.0.0.1', `127.0.0.1:${plugin.port + 1}`]) {
      expect(await knock(plugin.port, path, { Origin: relay.origin, Host: host })).toBe('403 This is not the address of the video plugin.')
    }
    expect(plugin.stats()).toEqual({ controlSockets: 0, mediaSockets: 0, upstreams: 0, windows: 0 })
  })

  test('leads nowhere but to its two sockets', async () => {
    const { plugin, relay } = await start()
    expect(await knock(plugin.port, '/media-ws', { Origin: relay.origin })).toBe('404 There is nothing here.')
    expect((await http(plugin.port, 'GET', { Origin: relay.origin })).statusCode).toBe(404)
    expect((await http(plugin.port, 'POST', { Origin: relay.origin })).statusCode).toBe(404)
  })

  test('lets browsers ask first, and tells only our pages that they may come', async () => {
    const { plugin, relay } = await start()
    const asking = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Private-Network': 'true' }
    const ours = await http(plugin.port, 'OPTIONS', { ...asking, Origin: relay.origin })
    expect(ours.statusCode).toBe(204)
    expect(ours.headers).toMatchObject({ 'access-control-allow-origin': relay.origin, 'access-control-allow-private-network': 'true' })
    const foreign = await http(plugin.port, 'OPTIONS', { ...asking, Origin: 'https://evil.example' })
    expect(foreign.statusCode).toBe(403)
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('is not told that it exists on other addresses', async () => {
    const { plugin } = await start()
    const socket = new WebSocket(`ws://127.0.0.2:${plugin.port}/`)
    const [error] = await once(socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('commands', () => {
  test('the version is told to anybody who may come in', async () => {
    const page = await (await start()).page()
    expect(await page.run('getOCXVersion', {})).toEqual({ pluginVersion: PLUGIN_VERSION })
  })

  test('a message that is no command is answered with 400, and the next command works', async () => {
    const page = await (await start()).page()
    const broken = [
      '',
      'hello',
      '<request id="7"',
      '<!DOCTYPE a><request id="7" name="snap"/>',
      '<reply id="7" name="snap" code="200"/>',
      Buffer.from('<request/>'),
    ]
    for (const message of broken) page.sendRaw(message)
    expect(await page.run('getOCXVersion', {})).toEqual({ pluginVersion: PLUGIN_VERSION })
    expect(page.unasked).toEqual(broken.map(() => ({ kind: 'reply', id: '0', name: '', code: 400, body: {} })))
  })

  test('twenty broken messages in a row close the socket, a good one between forgives', async () => {
    const page = await (await start()).page()
    for (let count = 0; count < 19; count++) page.sendRaw('<')
    await page.run('getOCXVersion', {})
    for (let count = 0; count < 19; count++) page.sendRaw('<')
    await page.run('getOCXVersion', {})
    for (let count = 0; count < 20; count++) page.sendRaw('<')
    await expect.poll(() => page.closeCode).toBe(1008)
  })

  test('a message that is too large closes the socket', async () => {
    const page = await (await start()).page()
    page.sendRaw('x'.repeat(MAX_XML_CHARACTERS + 1))
    await expect.poll(() => page.closeCode).toBe(1009)
  })

  test('what nobody knows, what does not parse and what needs a connection have codes of their own', async () => {
    const page = await (await start()).page()
    const window = { tabId: 't', winIndex: 0 }
    const source = { sn: 'N0000001', chlIndex: 0, streamType: 'main' }
    for (const name of ['fly', '', 'Preview', 'constructor', '__proto__', '<&">']) expect(await page.codeOf(name, window), name).toBe(404)
    expect(await page.codeOf('preview', window)).toBe(400)
    expect(await page.codeOf('preview', { ...window, ...source, chlIndex: 'first' })).toBe(400)
    expect(await page.codeOf('connectToServer', {})).toBe(400)
    expect(await page.codeOf('preview', { ...window, ...source })).toBe(409)
    expect(await page.codeOf('SetPluginSize', { ...window, width: 640, height: 360 })).toBe(409)
    expect(await page.codeOf('snap', window)).toBe(409)
    expect(await page.codeOf('stop', window)).toBe(200)
  })

  test('a window that shows nothing has no size and no picture', async () => {
    const page = await (await start()).connectedPage()
    expect(await page.codeOf('SetPluginSize', { tabId: 't', winIndex: 0, width: 640, height: 360 })).toBe(410)
    expect(await page.codeOf('snap', { tabId: 't', winIndex: 0 })).toBe(410)
    expect(await page.codeOf('stop', { tabId: 't', winIndex: -1 })).toBe(200)
  })
})

describe('connectToServer', () => {
  test('connects as the origin that it connects to', async () => {
    const stand = await start()
    await stand.connectedPage()
    expect(stand.relay.origins).toEqual([stand.relay.origin])
    expect(stand.plugin.stats()).toEqual({ controlSockets: 1, mediaSockets: 0, upstreams: 1, windows: 0 })
  })

  test('goes to no address but those in the settings', async () => {
    const stand = await start()
    const other = await TestRelay.start()
    open.push(other)
    const page = await stand.page()
    const { port } = new URL(stand.relay.origin)
    const addresses = [
      other.origin,
      'http://169.254.169.254',
      `http://user@127.0.0.1:${port}@evil.example`,
      `https://127.0.0.1:${port}`,
      'file:///etc/passwd',
      'evil',
      '',
    ]
    for (const address of addresses) expect(await page.codeOf('connectToServer', { address, ticket: 'good' }), address).toBe(403)
    expect(other.origins).toEqual([])
    expect(stand.relay.origins).toEqual([])
  })

  test('says whether the service refused the ticket or did not answer', async () => {
    const gone = await TestRelay.start()
    await gone.close()
    const stand = await start({ origins: [gone.origin] })
    const page = await stand.page()
    const address = stand.relay.origin
    expect(await page.codeOf('connectToServer', { address, ticket: BAD_TICKET.httpError })).toBe(403)
    expect(await page.codeOf('connectToServer', { address, ticket: BAD_TICKET.closed })).toBe(403)
    expect(await page.codeOf('connectToServer', { address: gone.origin, ticket: 'good' })).toBe(504)
    expect(stand.plugin.stats().upstreams).toBe(0)
    expect(await page.codeOf('connectToServer', { address, ticket: 'good' })).toBe(200)
    expect(stand.plugin.stats().upstreams).toBe(1)
  })

  test('a second worker of the same session takes the place of the one that hangs, with its windows', async () => {
    const stand = await start()
    const address = stand.relay.origin
    const ticket = 'good'
    const hung = await stand.page()
    await hung.run('connectToServer', { address, ticket, sessionId: 'session-1' })
    const { mediaTicket } = await hung.run('preview', { tabId: 't', winIndex: 0, sn: 'N0000001', chlIndex: 0, streamType: 'main' })
    const media = stand.media(mediaTicket)
    await expect.poll(() => stand.plugin.stats().mediaSockets).toBe(1)
    const others = [await stand.page(), await stand.connectedPage()]
    await others[0]?.run('connectToServer', { address, ticket, sessionId: 'session-2' })

    const next = await stand.page()
    expect(await next.codeOf('connectToServer', { address, ticket: BAD_TICKET.closed, sessionId: 'session-1' })).toBe(403)
    expect(stand.plugin.stats().windows).toBe(1)
    await next.run('connectToServer', { address, ticket, sessionId: 'session-1' })
    // Before its answer, so that no tab mistakes the old for the new.
    expect(stand.plugin.stats()).toMatchObject({ upstreams: 3, windows: 0 })
    await expect.poll(() => hung.closeCode).toBe(4409)
    await expect.poll(() => media.closeCode).toBe(1001)

    // Joined anew, and closed by another page, each goes on with its own.
    await next.run('connectToServer', { address, ticket, sessionId: 'session-1' })
    for (const page of [next, ...others]) expect(await page.codeOf('getOCXVersion', {})).toBe(200)
    expect(stand.plugin.stats()).toEqual({ controlSockets: 3, mediaSockets: 0, upstreams: 3, windows: 0 })
  })

  test('a worker that hangs and does not even hear that it was replaced loses its socket', async () => {
    const stand = await start()
    const connect = { address: stand.relay.origin, ticket: 'good', sessionId: 'session-1' }
    const hung = await stand.page()
    await hung.run('connectToServer', connect)
    hung.hang()
    await (await stand.page()).run('connectToServer', connect)
    await expect.poll(() => stand.plugin.stats().controlSockets).toBe(1)
  })

  test('the connection ends with the page', async () => {
    const stand = await start()
    const page = await stand.connectedPage()
    expect(stand.relay.connections).toBe(1)
    page.close()
    await expect.poll(() => stand.relay.connections).toBe(0)
    expect(stand.plugin.stats()).toEqual({ controlSockets: 0, mediaSockets: 0, upstreams: 0, windows: 0 })
  })
})
