import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { onvifAdviceOn } from '#device/bridge/onvif/advice.ts'
import { OnvifClient } from '#device/bridge/onvif/client.ts'
import { OnvifError } from '#device/bridge/onvif/fault.ts'
import { lookAtCamera } from '#device/bridge/onvif/look-at-camera.ts'
import { OnvifLink } from '#device/bridge/onvif/onvif-link.ts'
import { parseOnvifUrl } from '#device/bridge/onvif/onvif-url.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'

const account = { username: 'viewer', password: 'pa55word' }
const snapshot = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3)
const profile = {
  token: 'main',
  name: 'main',
  encoding: 'H264',
  width: 640,
  height: 360,
  fps: 15,
  streamUrl: 'rtsp://127.0.0.1:18449/x',
} as const

let camera: OnvifTestCamera
let fingerprint: string
let folder: string

beforeAll(async () => {
  const tls = await selfSigned()
  fingerprint = new X509Certificate(tls.cert).fingerprint256
  folder = mkdtempSync(join(tmpdir(), 'sightline-onvif-'))
  camera = await OnvifTestCamera.open({ name: 'Gate', serial: 'gate-1', account, profiles: [profile], snapshot, hasHttpDigest: true, tls })
})
afterAll(async () => {
  await camera.goAway()
  rmSync(folder, { recursive: true })
})

async function selfSigned(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'camera' }], { keyType: 'ec' })
  return { key, cert }
}

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const fault: unknown = await work.catch((error: unknown) => error)
  if (!(fault instanceof OnvifError)) throw new Error('it was not refused')
  expect(fault.fault.kind).toBe('certificate')
  return onvifAdviceOn(fault.fault)
}

test('a camera that speaks HTTPS is told nothing before its certificate is known, and its fingerprint is said', async () => {
  expect(await sentenceOf(lookAtCamera(camera.url()))).toBe(
    `127.0.0.1:${camera.port} shows a certificate that no authority vouches for, with the fingerprint ${fingerprint}: if that is the certificate of the camera, add it with this as --fingerprint.`,
  )
  expect(camera.requests).toEqual([])
})

test('one that shows another certificate than the one it is known by is told nothing either', async () => {
  const certificate = new X509Certificate((await selfSigned()).cert).fingerprint256
  expect(await sentenceOf(lookAtCamera(camera.url(), { certificate }))).toContain('shows another certificate than the one it is known by')
  expect(camera.requests).toEqual([])
})

test('with the right one it says what it is, and what it sees comes with its picture', async () => {
  const { onvif, maker } = await lookAtCamera(camera.url(), { certificate: fingerprint })
  expect({ maker, onvif }).toMatchObject({ maker: 'Standin & Sons', onvif: { certificate: fingerprint, profile: 'main' } })
  const reported = Promise.withResolvers<DeviceEvent>()
  const link = new OnvifLink({
    onvif,
    sn: 'SLHTTPS00001',
    folder,
    log: () => {},
    onChange: () => {},
    onWork: () => {},
    onOther: () => {},
    only: undefined,
    onMoved: () => {},
    onTried: () => {},
    report: reported.resolve,
  })
  link.start()
  await expect.poll(() => camera.events.openCount).toBe(1)
  camera.events.notify({ topic: 'RuleEngine/LineDetector/Crossed', data: { ObjectId: '7' }, atMs: camera.nowMs })
  expect(await reported.promise).toMatchObject({ event: 'line-crossing', snapshot: Buffer.from(snapshot).toString('base64') })
  await link.stop()
})

test('a camera that takes the connection and never agrees on a key is left when it has had its time', async () => {
  const silent = createServer()
  const sockets: Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket.on('error', () => {}).resume()))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const url = `onvifs://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  await expect(OnvifClient.connect(parseOnvifUrl(url), 50)).rejects.toMatchObject({ fault: { kind: 'timeout' } })
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true])
  await new Promise((resolve) => silent.close(resolve))
})
