import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockAdvice, onvifAdviceOn } from '#device/bridge/onvif/advice.ts'
import { bridgeFolder, readCameras } from '#device/bridge/cameras.ts'
import { CameraSearch } from '#device/bridge/camera-search.ts'
import { discoverCameras } from '#device/bridge/onvif/discover.ts'
import type { CameraAccount } from '#device/bridge/camera-account.ts'
import { discoverCommand } from '#device/bridge/onvif/discover-command.ts'
import { onvifUrlOf } from '#device/bridge/onvif/onvif-url.ts'
import { OnvifError } from '#device/bridge/onvif/fault.ts'
import { lookAtCamera } from '#device/bridge/onvif/look-at-camera.ts'
import { BridgeStand, identityIn } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { DiscoveryAnswer, type Announcement } from '#tests/support/onvif/discovery-answer.ts'
import { OnvifTestCamera, type OnvifCameraOptions } from '#tests/support/onvif/onvif-camera.ts'

const HOUR_MS = 3_600_000
const account = { username: 'viewer', password: 'pa55 w:rd/密码' }
/** What the loopback is called differs from system to system. */
const loopback =
  Object.entries(networkInterfaces()).find(([, addresses = []]) => addresses.some(({ address }) => address === '127.0.0.1'))?.[0] ?? ''

let stand: BridgeStand
let yard: OnvifTestCamera
let gate: OnvifTestCamera
let answer: DiscoveryAnswer
let announced: Announcement[]

beforeAll(async () => {
  const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))
  stand = await BridgeStand.start({
    // Faster than it was filmed: to try a camera is to wait for its key frame.
    cameras: ['/large', '/small', '/tiny'].map((path) => ({ path, clip, fps: 120 })),
    auth: { ...account, scheme: 'md5' },
  })
  yard = await open({ name: 'Yard $(reboot) "1"', serial: 'yard-1' })
  gate = await open({ name: 'Gate', serial: 'gate-1', hasHttpDigest: true, hasMedia2: true, clockAheadMs: -5 * HOUR_MS })
  announced = [yard.announcement, gate.announcement]
  answer = await DiscoveryAnswer.open(announced)
})
afterAll(async () => {
  await answer.close()
  await Promise.all([yard.goAway(), gate.goAway()])
  await stand.close()
})

function open(options: Partial<OnvifCameraOptions> & Pick<OnvifCameraOptions, 'name' | 'serial'>): Promise<OnvifTestCamera> {
  // It believes to be somewhere else, as behind a router: the host that it tells is not where it is asked.
  const streamUrl = (path: string) => `rtsp://192.0.2.77:${stand.rtsp.port}${path}`
  const profile = (token: string, width: number, encoding: 'H264' | 'JPEG' = 'H264') => ({
    token,
    name: token,
    encoding,
    width,
    height: (width * 9) / 16,
    fps: 15,
    streamUrl: streamUrl(`/${token}`),
  })
  const profiles = [profile('tiny', 320), profile('huge', 3840, 'JPEG'), profile('large', 1920), profile('small', 640)]
  return OnvifTestCamera.open({ account, profiles, ...options })
}

describe('an address that a camera tells', () => {
  test.each([
    ['http://192.168.1.20/onvif/device_service', 'onvif://192.168.1.20'],
    ['https://camera.local:8443/onvif/device', 'onvifs://camera.local:8443/onvif/device'],
    ['http://[2001:db8::20]/', 'onvif://[2001:db8::20]'],
  ])('%s is one that is printed', (told, printed) => {
    expect(onvifUrlOf(told)).toBe(printed)
  })

  test.each([
    'http://cam$(reboot)/onvif/device_service',
    'http://cam`reboot`/',
    'http://cam;reboot/',
    'http://cam&reboot/',
    "http://cam'reboot/",
    'http://cam"reboot/',
    'http://-rf/',
    'http://$HOME/',
    'http://cam!x/',
    'http://cam*/',
  ])('%s is none: somebody copies it into a shell', (told) => {
    expect(onvifUrlOf(told)).toBeUndefined()
  })
})

describe('npm run camera -- discover', () => {
  test('lists the cameras of the network, each with the command line that adds it', async () => {
    const { code, stdout, stderr } = await stand.camera('discover', '--interface', loopback, '--wait', '0.4')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`\nCamera “Yard $(reboot) "1"” (Model One)\n  onvif://127.0.0.1:${yard.port}/onvif/device\n`)
    // What the network says is not copied into a shell.
    expect(stdout).toContain(`add --url "onvif://127.0.0.1:${yard.port}/onvif/device" --user name:password --name "Yard reboot 1"\n`)
    expect(stdout).toContain('\nCamera “Gate” (Model One)\n')
  })

  test('with a user shows what each camera is and its profiles, and says when its clock is wrong', async () => {
    const stdout = await discovered(account)
    for (const camera of [yard, gate]) {
      const lines = linesOf(stdout, camera)
      expect(lines).toContain('  model: Standin & Sons')
      expect(lines).toContain('  main: 1920×1080, 15 pictures a second, H264\n  sub: 640×360, 15 pictures a second, H264\n')
    }
    expect(linesOf(stdout, yard)).not.toContain('Its clock')
    expect(linesOf(stdout, gate)).toContain("  Its clock is 5 hours behind this machine's; set it")
    expect(stdout).not.toContain(account.password)
  })

  test('whatever a camera is called and says, each line that can be copied into a shell is our own command and nothing more', async () => {
    const forged = 'npm run camera -- add --url onvif://192.0.2.66 --user x:y;reboot'
    const shape = { encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: stand.rtsp.url('/tiny') } as const
    const sensors = ['sensor-1', 'x;reboot', '$(reboot)', 'left.2', '--force', `long-${'x'.repeat(64)}`]
    const profiles = sensors.map((source, at) => ({ ...shape, token: `profile-${at}`, name: 'eye', source }))
    const named = await Promise.all(
      ['--force', forged, `-`, `x\n${forged}`].map((name, at) => open({ name, serial: `forger-${at}`, profiles })),
    )
    const others = announced.length
    announced.push(...named.map(({ announcement }) => announcement))
    const stdout = await discovered(account)
    announced.splice(others)
    await Promise.all(named.map((camera) => camera.goAway()))
    // Other cameras of tests on the same machine may answer, too.
    const lines = named.flatMap((camera) => linesOf(stdout, camera).split('\n'))
    const commands = lines.filter((line) => /^\s*npm run/.test(line)).map(wordsOf)
    expect(commands.filter((words) => !isOurs(words))).toEqual([])
    expect(commands.map((words) => words.at(-1))).toEqual([
      'force',
      expect.stringMatching(/^npm run/),
      'Camera',
      expect.stringMatching(/^x npm/),
    ])
    const told = lines.filter((line) => line.includes('--source'))
    expect(told).toEqual(
      named.map(
        () =>
          '  It has other sensors, which are cameras of their own: add them with --source "left.2", and 4 whose names cannot be typed in the app.',
      ),
    )
  })

  test('says which cameras refuse the password, and shows the others', async () => {
    const stdout = await discovered({ ...account, password: 'wrong' })
    for (const camera of [yard, gate])
      expect(linesOf(stdout, camera)).toMatch(/does not accept the user name and password: check the user name/)
    expect(stdout).not.toContain('wrong@')
  })

  test('says what to do when none answers, or an answer makes no sense', { timeout: 180_000 }, async () => {
    answer.isBroken = true
    // Other cameras of tests on the same machine may answer, for as long as they run.
    await expect.poll(() => discovered(), { timeout: 150_000 }).toMatch(/^No camera answered\. Look whether ONVIF/)
    answer.isBroken = false
    // As deep as what fits into one answer: it ends no search, and not the bridge.
    answer.stuffing = '<a>'.repeat(9_000) + '</a>'.repeat(9_000)
    expect(await discovered()).toMatch(/No camera answered|onvif:/)
    answer.stuffing = ''
    await expect.poll(() => discovered()).toContain(`:${yard.port}/`)
    await expect(discoverCameras(1, 'none-such')).rejects.toMatchObject({ fault: { kind: 'interface' } })
  })
})

test('cameras whose firmware was cloned are found each, and one that tells several addresses once', async () => {
  const at = (...hosts: string[]) => hosts.map((host) => `http://${host}/onvif/device_service`).join(' ')
  const cloned = { urn: 'urn:uuid:cloned', scopes: ['onvif://www.onvif.org/name/Cloned'] }
  const answers = [at('192.0.2.10'), at('192.0.2.11', '169.254.3.4'), at('192.0.2.12', '192.0.2.10'), at('169.254.3.4', '192.0.2.13')]
  const others = announced.length
  announced.push(...answers.map((address) => ({ ...cloned, address })))
  const hosts = ['192.0.2.10', '192.0.2.11', '192.0.2.13'].map((host) => `onvif://${host}`)
  const search = new CameraSearch(loopback, () => undefined)
  try {
    const found = (await discoverCameras(400, loopback)).filter(({ id }) => id === cloned.urn)
    expect(found.map(({ url }) => url)).toEqual(hosts)
    const told = async () => (await search.news(0)).cameras.filter(({ name }) => name === 'Cloned').map(({ cameraUrl }) => cameraUrl)
    await expect.poll(async () => (await told()).toSorted()).toEqual(hosts)
    // It has asked a second time by its end, and those who answer again are the same.
    await expect.poll(() => search.isOver, { timeout: 60_000 }).toBe(true)
    expect((await told()).toSorted()).toEqual(hosts)
  } finally {
    search.end()
    announced.splice(others)
  }
})

/** What `discover` prints, without a process of its own around it. */
async function discovered(user?: CameraAccount): Promise<string> {
  const lines: string[] = []
  const cameras = readCameras(bridgeFolder(stand.service.folder))
  await discoverCommand({ only: loopback, account: user, waitMs: 400, cameras, print: (line) => lines.push(line) })
  return `${lines.join('\n')}\n`
}

/** A web server that gives each question this answer, as the ONVIF address of a camera. */
async function answering(status: number, headers: Record<string, string>): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return once(server.close(), 'close')
  }
  return { url: yard.url().replace(`:${yard.port}`, `:${port}`), close }
}

/** The words that a shell makes of a line that is copied into it; it finds no programs. */
function wordsOf(line: string): string[] {
  const options = { encoding: 'utf8', env: { PATH: '/nowhere' } } as const
  return execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${line.trim()}`], options)
    .trimEnd()
    .split('\n')
}

function isOurs([npm, run, script, dashes, add, urlOption, url = '', userOption, user, nameOption, name = '', ...more]: string[]): boolean {
  const said = [npm, run, script, dashes, add, urlOption, userOption, user, nameOption].join(' ')
  const isPlain = /^onvifs?:\/\/[\w.:[\]-]+(\/[\w./-]*)?$/.test(url) && /^[\p{L}\p{N}_][\p{L}\p{N} _-]{0,31}$/u.test(name)
  return said === 'npm run camera -- add --url --user name:password --name' && isPlain && more.length === 0
}

/** What is printed of one camera. */
function linesOf(stdout: string, { port }: OnvifTestCamera): string {
  return stdout.split('\n\n').find((lines) => lines.includes(`:${port}/`)) ?? ''
}

describe('a camera that cannot be added by its ONVIF address is told from the others', () => {
  test.each([
    ['an address that is none', (): string => 'onvif:nowhere', 'address'],
    ['a port on which nobody listens', (): string => 'onvif://127.0.0.1:18449', 'refused'],
    ['a wrong password', (): string => yard.url({ ...account, password: 'wrong' }), 'unauthorized'],
    ['a wrong password, by the digest of HTTP', (): string => gate.url({ ...account, password: 'wrong' }), 'unauthorized'],
    ['no password', (): string => `onvif://127.0.0.1:${yard.port}`, 'unauthorized'],
    ['a web server that is no camera', (): string => stand.service.url.replace('http', 'onvif'), 'protocol'],
  ] as const)('%s', async (_what, url, kind) => {
    const fault = await lookAtCamera(url()).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(OnvifError)
    expect(fault).toMatchObject({ fault: { kind } })
    expect(String(fault)).not.toMatch(/pa55|wrong/)
  })

  test.each([
    ['one that has too much to do', 503, {}, 'busy', /is busy \(503\): try once more in a minute\.$/],
    [
      'one that sends us to another host, which is told no password',
      302,
      { location: 'http://192.0.2.9/onvif' },
      'moved',
      /to onvif:\/\/192\.0\.2\.9\/onvif: take/,
    ],
    [
      'one that sends us to what would bend a command',
      302,
      { location: 'http://cam`reboot`/' },
      'moved',
      /to an address that is none: take/,
    ],
    ['one that sends us to itself', 301, { location: '/onvif/device_service' }, 'moved', /sends us on again and again: take/],
  ])('%s', async (_what, status, headers, kind, sentence) => {
    const web = await answering(status, headers)
    const fault = await lookAtCamera(web.url).catch((error: unknown) => error)
    await web.close()
    expect(fault).toMatchObject({ fault: { kind } })
    expect(onvifAdviceOn((fault as OnvifError).fault)).toMatch(sentence)
    expect(onvifAdviceOn((fault as OnvifError).fault)).not.toContain('may not be an ONVIF camera')
  })

  test('but one that sends us on to another port of it is followed, with its password', async () => {
    const web = await answering(302, { location: `http://127.0.0.1:${yard.port}/onvif/device_service` })
    const { onvif, main } = await lookAtCamera(web.url)
    await web.close()
    expect({ url: onvif.url, main: main.token }).toEqual({ url: web.url, main: 'large' })
  })

  test.each([
    ['nothing', ''],
    ['half an envelope', '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>'],
    ['an empty body', '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>'],
    ['an answer to something else', '<s:Envelope xmlns:s="x"><s:Body><GetHostnameResponse/></s:Body></s:Envelope>'],
    ['the page of a router', '<!DOCTYPE html><html><body><p>Welcome</body></html>'],
    ['what takes minutes to read', 'xmlns'.repeat(180_000)],
    ['more than any answer is long', `<s:Envelope xmlns:s="x"><s:Body>${' '.repeat(3_000_000)}</s:Body></s:Envelope>`],
  ])('one that answers %s', async (_what, text) => {
    yard.answersWith = text
    const fault = await lookAtCamera(yard.url()).catch((error: unknown) => error)
    yard.answersWith = undefined
    expect(fault).toBeInstanceOf(OnvifError)
    expect(['protocol', 'lost']).toContain((fault as OnvifError).fault.kind)
  })

  test('one that answers with elements in elements without end, while the bridge goes on with its other cameras', async () => {
    const deep = '<a>'.repeat(140_000) + '</a>'.repeat(140_000)
    yard.answersWith = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${deep}</s:Body></s:Envelope>`
    const delays = monitorEventLoopDelay({ resolution: 5 })
    delays.enable()
    const fault = await lookAtCamera(yard.url()).catch((error: unknown) => error)
    delays.disable()
    yard.answersWith = undefined
    expect(fault).toBeInstanceOf(OnvifError)
    expect(['protocol', 'lost']).toContain((fault as OnvifError).fault.kind)
    // With what a busy machine takes beside it.
    expect(delays.max / 1e6).toBeLessThan(3_000)
  })

  test('and a clock that is right needs no sentence', () => {
    expect(clockAdvice(59_000)).toBeUndefined()
    expect(clockAdvice(5 * 60_000)).toMatch(/^Its clock is 5 minutes ahead of this machine's;/)
  })
})

describe('npm run camera -- add with an onvif:// address', () => {
  test('takes main and sub stream from the camera, by its host as we know it, and keeps the password secret', async () => {
    const { code, stdout, stderr } = await stand.camera('add', '--name', 'Yard', '--url', yard.url())
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('main: 640×360')
    const { sn } = identityIn(stdout)
    const kept: unknown = JSON.parse(readFileSync(join(stand.service.folder, 'bridge', 'cameras.json'), 'utf8'))
    const user = `viewer:${encodeURIComponent(account.password)}@127.0.0.1`
    expect(kept).toMatchObject([
      {
        sn,
        name: 'Yard',
        url: `rtsp://${user}:${stand.rtsp.port}/large`,
        subUrl: `rtsp://${user}:${stand.rtsp.port}/small`,
        onvif: { url: yard.url(), profile: 'large', source: 'sensor-1', model: 'Yard $(reboot) "1"', version: '007' },
      },
    ])
    const list = await stand.camera('list')
    expect(list.stdout).toContain(
      `${sn}  Yard  rtsp://…@127.0.0.1:${stand.rtsp.port}/large  sub rtsp://…@127.0.0.1:${stand.rtsp.port}/small  onvif://…@127.0.0.1:${yard.port}`,
    )
    expect(linesOf(await discovered(), yard)).toContain(`  is there already, as "Yard" with serial number ${sn}`)
    expect((await stand.camera('add', '--name', 'Yard 2', '--url', yard.url())).stderr).toMatch(/^This address is there already, as "Yard"/)
  })

  test('takes H.264 before H.265 of the same size, of cameras with the second media service, too', async () => {
    const profile = { name: 'a', width: 1920, height: 1080, fps: 25, streamUrl: 'rtsp://127.0.0.1:18449/a' }
    const profiles = [
      { ...profile, token: 'hevc', encoding: 'H265' },
      { ...profile, token: 'avc', encoding: 'H264' },
      { ...profile, token: 'wide', encoding: 'H265', width: 1280, height: 720 },
    ] as const
    const dome = await open({ name: 'Dome', serial: 'dome-1', hasMedia2: true, profiles })
    expect(await lookAtCamera(dome.url())).toMatchObject({ main: { token: 'avc', fps: 25 }, sub: { token: 'wide' } })
    expect([...dome.paths].toSorted()).toEqual(['/onvif/device_service', '/onvif/media2'])
    await dome.goAway()
  })

  test('of a camera that speaks HTTPS wants the fingerprint of its certificate, and keeps it', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'camera' }], { keyType: 'ec' })
    const { fingerprint256: certificate } = new X509Certificate(cert)
    const profile = {
      token: 'tiny',
      name: 'tiny',
      encoding: 'H264',
      width: 320,
      height: 180,
      fps: 15,
      streamUrl: stand.rtsp.url('/tiny'),
    } as const
    const safe = await open({ name: 'Safe', serial: 'safe-1', profiles: [profile], tls: { key, cert } })
    const add = (...more: string[]) => stand.camera('add', '--name', 'Safe', '--url', safe.url(), ...more)
    const refused = await add()
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`with the fingerprint ${certificate}: if that is`)
    const { code } = await add('--fingerprint', certificate.replaceAll(':', '').toLowerCase())
    await safe.goAway()
    expect(code).toBe(0)
    const kept = readCameras(bridgeFolder(stand.service.folder)).find(({ name }) => name === 'Safe')
    expect(kept?.onvif).toMatchObject({ url: safe.url(), certificate })
  })

  test('says in one sentence why it does not', async () => {
    const wrong = await stand.camera('add', '--name', 'Gate', '--url', gate.url({ ...account, password: 'wrong' }))
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^127\.0\.0\.1:\d+ does not accept the user name and password: check .*\n$/)
    const second = await open({ name: 'Two eyes', serial: 'two-1' })
    await expect(lookAtCamera(second.url(), { source: 'sensor-2' })).rejects.toMatchObject({ fault: { kind: 'not-found' } })
    await second.goAway()
  })
})
