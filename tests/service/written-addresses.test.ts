import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ARCHIVE_DOWNLOAD_PATH, BUNDLE_FORM, HEARD_FIELD } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { ArchiveDownload } from '#contract/calls/archive/archive.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { bind } from '#contract/calls/installer/bind.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import type { CoreApi } from '#contract/core-api.ts'
import { readReply } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { transfer } from '#plugin/downloads/transfer.ts'
import { RelayLink } from '#plugin/relay-link.ts'
import { Core } from '#workers/core/core.ts'
import { fetchPieces } from '#workers/core/fetch-pieces.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { SourceSocket } from '#workers/media/source-socket.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { linkTo, mailTo } from '#tests/support/mailbox.ts'
import { demoDevices } from '#tests/support/service.ts'
import { freePort } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

const INSTALLER = 'bram@installer.example'
const camera = { sn: demoDevices.gate.sn, chlIndex: 0 }
const nothing = () => {}
let stand: ArchiveStand
let proxy: TcpProxy
/** Of the service, through the proxy. */
let origin: string
/** All that was handed out here and opens something. */
const secrets: string[] = []

beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  stand = await ArchiveStand.start({ origins: [origin] })
  proxy = new TcpProxy(Number(new URL(stand.service.url).port))
  await proxy.listen(port)
})
afterAll(async () => {
  await proxy.close()
  await stand.close()
})

/** What a proxy writes down, that has one of the secrets in it. */
function written(): string[] {
  return proxy.requestedPaths.filter((path) => secrets.some((secret) => decodeURIComponent(path).includes(secret)))
}

async function takeLink(archiveId: string): Promise<ArchiveDownload> {
  const wish = { taskID: archiveId, ...camera, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
  const link = await stand.admin.call(archiveCalls.archivesDownloadTokenGet, wish)
  secrets.push(link.token)
  return link
}

/** A core with somebody signed in, who reaches the service through the proxy. */
async function signedIn(): Promise<{ core: CoreApi; close: () => void }> {
  const profile = new TestProfile()
  const ports = nodePorts(profile, { url: origin, origin, clock: systemClock })
  const core = new Core(ports, { build: 'build', generation: 0 }, () => {})
  expect(await core.api.signIn(stand.service.person('admin'))).toMatchObject({ ok: true })
  const close = () => {
    core.stop()
    profile.close()
  }
  return { core: core.api, close }
}

test('whoever watches, in a page or through the plugin, shows no address that opens anything', async () => {
  const { core, close } = await signedIn()
  const address = await core.relayAddress()
  if (!address.ok) throw new Error(address.message)
  secrets.push(address.data.ticket ?? '')
  // Node sends no Origin by itself, as browsers do.
  const opened = await new Promise<string>((resolve, reject) => {
    const Socket = globalThis.WebSocket
    const WithOrigin = class extends Socket {
      constructor(url: string, protocols: string[]) {
        super(url, { protocols, headers: { origin } } as never)
      }
    }
    globalThis.WebSocket = WithOrigin as never
    const events = {
      onAnswering: nothing,
      onHeard: nothing,
      onMessage: nothing,
      onPast: nothing,
      onUnit: nothing,
      onClosed: (_: string, code: number) => reject(new Error(String(code))),
    }
    const socket = new SourceSocket('relay', address.data, {
      ...events,
      onOpen: () => {
        socket.close()
        resolve('open')
      },
    })
    globalThis.WebSocket = Socket
  })
  expect(opened).toBe('open')
  const { ticket } = await stand.admin.call(deviceAccessTokenGet, { holder: 'plugin' })
  secrets.push(ticket)
  ;(await RelayLink.open(origin, ticket, nothing)).close()
  expect(proxy.requestedPaths.filter((path) => path.startsWith(MEDIA_PATH))).toEqual([MEDIA_PATH, MEDIA_PATH])
  expect(written()).toEqual([])
  close()
})

test('whoever downloads an archive, in a page, in the background or through the plugin, shows no address that opens anything', async () => {
  const { archiveId, sizeBytes } = await stand.make()
  const form = async (fields: Record<string, string>) =>
    fetch(origin + ARCHIVE_DOWNLOAD_PATH, { method: 'POST', body: new URLSearchParams(fields) })
  const { token } = await takeLink(archiveId)
  const saved = await form({ token })
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
  expect((await saved.bytes()).byteLength).toBe(sizeBytes)
  // A page that does not hear why stays where it is when there is nothing to be saved, as with a token that was used; any other is told, in a frame.
  expect((await form({ token })).status).toBe(204)
  expect((await form({})).status).toBe(204)
  const refused = await form({ token, [HEARD_FIELD]: '1' })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(readReply(await refused.json())).toMatchObject({ ok: false, code: codeOf('download-gone') })

  const folder = await mkdtemp(join(tmpdir(), 'sightline-transfer-'))
  const path = join(folder, 'file')
  const signal = new AbortController().signal
  expect(await transfer({ url: origin + (await takeLink(archiveId)).url, path, signal, onProgress: nothing })).toBe('whole')
  expect((await readFile(path)).byteLength).toBe(sizeBytes)
  await rm(folder, { recursive: true })

  const range = { pieceBytes: 1_000_000_000, piece: 0, beginning: new Uint8Array(), untilByte: sizeBytes ?? 0, sizeBytes: sizeBytes ?? 0 }
  const keeper = { prepare: async () => 0, commit: async () => 'kept' as const }
  const ports = { fetch: (url: string, init: RequestInit) => fetch(url, init), clock: systemClock }
  const url = origin + (await takeLink(archiveId)).url
  expect(await fetchPieces(ports, { url, ...range, signal, keeper })).toBe('whole')
  const addresses = proxy.requestedPaths.filter((one) => one.startsWith(ARCHIVE_DOWNLOAD_PATH))
  expect(new Set(addresses)).toEqual(new Set([ARCHIVE_DOWNLOAD_PATH]))
  expect(written()).toEqual([])
  // A plugin of before goes by the whole link.
  const last = await takeLink(archiveId)
  expect((await fetch(`${stand.service.url}${last.url}&form=${BUNDLE_FORM}`)).status).not.toBe(404)
})

test('the link that lets an installer in is opened without its token in the address', async () => {
  const { service, admin } = stand
  await admin.call(userInvite, { kind: 'installer', email: INSTALLER })
  const { id, secret } = await linkTo(service, INSTALLER, 'bind/installer')
  const company = { companyName: 'Bram Security', contact: 'Bram', phone: '+31 6 1' }
  const installer = await service.client().call(bind, { inviteId: id, uuid: secret, ...company })
  const { requestId } = await service.client().call(remoteAccessReqCreate, { ...installer, minutes: 120, reason: 'Firmware' })
  await admin.call(remoteAccessReqAudit, { requestId, accept: true })
  const granted = await linkTo(service, INSTALLER, 'remote-access-login')
  secrets.push(granted.secret)
  const mail = (await mailTo(service, INSTALLER)).at(-1)?.body ?? ''
  const link = /http\S+remote-access-login\S+/.exec(mail)?.[0] ?? ''
  expect(link).toContain(granted.secret)
  await fetch(link)
  expect(proxy.requestedPaths.at(-1)).toBe(`/user/remote-access-login/${granted.id}`)
  expect(written()).toEqual([])
})
