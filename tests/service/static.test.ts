import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { TestService } from '#tests/support/service.ts'

const script = `console.log(${JSON.stringify('sightline '.repeat(500))})\n`
const page = `<!doctype html><title>Sightline</title>${'<p>video</p>'.repeat(200)}`
const files: Record<string, string> = {
  'index.html': page,
  'sw.js': script,
  'js/main-Ab3_x-Z9.js': script,
  'js/worker-0123abcd.js': script,
  'css/main-Ab3xxxZ9.css': 'p{color:red}',
  'img/no-data-Ab3xxxZ9.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'icons/icon-192.png': 'png',
}
let dist: string
let service: TestService

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  for (const folder of ['js', 'css', 'img', 'icons']) await mkdir(join(dist, folder))
  for (const [file, text] of Object.entries(files)) await writeFile(join(dist, file), text)
  service = await TestService.start({ distFolder: dist, origins: ['https://video.example.org', 'http://localhost:8420'] })
})
afterAll(async () => {
  await service.close()
  await rm(dist, { recursive: true, force: true })
})

/** Asks without the comforts of `fetch`: no path is tidied, nothing is decompressed. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(service.url)
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

describe('files of the app', () => {
  test.each(['js/main-Ab3_x-Z9.js', 'js/worker-0123abcd.js', 'css/main-Ab3xxxZ9.css', 'img/no-data-Ab3xxxZ9.svg'])(
    '%s never changes',
    async (file) => {
      const { status, headers, body } = await ask(`/user/${file}`)
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(body.toString()).toBe(files[file])
    },
  )

  test.each(['index.html', '', 'sw.js', 'icons/icon-192.png'])('/user/%s is asked for again each time', async (file) => {
    const { status, headers } = await ask(`/user/${file}`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['etag']).toBeTruthy()
    expect((await ask(`/user/${file}`, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
  })

  test('are sent compressed to those who can read it', async () => {
    const brotli = await waitForEncoding('/user/js/main-Ab3_x-Z9.js', 'gzip, deflate, br', 'br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script)
    expect(brotli.headers).toMatchObject({
      'content-type': expect.stringContaining('/javascript; charset=utf-8'),
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const gzip = await waitForEncoding('/user/js/main-Ab3_x-Z9.js', 'gzip', 'gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(script)
    const document = await waitForEncoding('/user/live', 'br', 'br')
    expect(brotliDecompressSync(document.body).toString()).toBe(page)
    expect(document.headers['cache-control']).toBe('no-cache')
  })

  async function waitForEncoding(path: string, accepted: string, wanted: string) {
    const headers = { 'accept-encoding': accepted, accept: 'text/html' }
    await expect.poll(async () => (await ask(path, headers)).headers['content-encoding']).toBe(wanted)
    return ask(path, headers)
  }

  test('that are missing are missing; a page of the app is not', async () => {
    const asPerson = { accept: 'text/html,application/xhtml+xml' }
    for (const path of ['/user/js/gone-00000000.js', '/user/css/gone-00000000.css', '/user/img/gone.svg', '/user/nothing.html']) {
      expect((await ask(path, asPerson)).status).toBe(404)
    }
    for (const path of ['/user/live', '/user/settings/site/sitelist', '/user/archives-share/abc?x=a.b']) {
      const { status, body, headers } = await ask(path, asPerson)
      expect([status, body.toString(), headers['cache-control']]).toEqual([200, page, 'no-cache'])
    }
    expect((await ask('/user/live', { accept: '*/*' })).status).toBe(404)
    expect((await ask('/elsewhere', asPerson)).status).toBe(404)
  })

  test.each([
    '/user/../package.json',
    '/user/..%2fpackage.json',
    '/user/%2e%2e/%2e%2e/etc/passwd',
    '/user//etc/passwd',
    '/objects/demo/../seed.ts',
    '/objects/demo/..%2fseed.ts',
  ])('%s leads nowhere', async (path) => {
    expect([403, 404]).toContain((await ask(path)).status)
  })

  test.each(['/', '/user'])('%s leads to the app', async (path) => {
    const { status, headers } = await ask(path)
    expect([status, headers['location']]).toEqual([302, '/user/'])
  })
})

describe('security headers', () => {
  test('forbid every way that is not encrypted where all addresses are, and none elsewhere', async () => {
    expect((await ask('/user/live', { accept: 'text/html' })).headers['strict-transport-security']).toBeUndefined()
    const encrypted = await TestService.start({ origins: ['https://video.example.org'] })
    const { headers } = await fetch(encrypted.url)
    await encrypted.close()
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://video.example.org ws://127.0.0.1:31853;")
  })

  test('forbid a page that came encrypted every other way, though the machine itself opens the service without', async () => {
    const mixed = { origins: ['https://video.example.org', 'http://localhost:8420', 'http://cameras.lan'] }
    const behindProxy = await TestService.start({ ...mixed, trustedProxies: ['127.0.0.1'] })
    const encrypted = (await fetch(behindProxy.url, { headers: { 'x-forwarded-proto': 'https' } })).headers
    const plain = (await fetch(behindProxy.url)).headers
    await behindProxy.close()
    expect(encrypted.get('strict-transport-security')).toBe('max-age=31536000')
    expect(encrypted.get('content-security-policy')).toContain("connect-src 'self' wss://video.example.org ws://127.0.0.1:31853;")
    expect(plain.get('strict-transport-security')).toBeNull()
    expect(plain.get('content-security-policy')).toContain(
      "connect-src 'self' wss://video.example.org ws://localhost:8420 ws://cameras.lan ws://127.0.0.1:31853;",
    )
    // Nobody is believed who is not trusted.
    const said = await ask('/user/live', { accept: 'text/html', 'x-forwarded-proto': 'https' })
    expect(said.headers['strict-transport-security']).toBeUndefined()
  })

  test('forbid no other way of a host that is opened without encryption too, at another port', async () => {
    const origins = ['https://video.example.org', 'http://video.example.org:8420']
    const service = await TestService.start({ origins, trustedProxies: ['127.0.0.1'] })
    const { headers } = await fetch(service.url, { headers: { 'x-forwarded-proto': 'https' } })
    await service.close()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://video.example.org ws://127.0.0.1:31853;")
  })

  test.each(['/user/live', '/user/js/worker-0123abcd.js', '/user/sw.js'])('stand on %s', async (path) => {
    const { headers } = await ask(path, { accept: 'text/html' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; (frame-src 'self'; )?script-src 'self'; worker-src 'self'; /)
    expect(policy).toContain("connect-src 'self' wss://video.example.org ws://localhost:8420 ws://127.0.0.1:31853;")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types app-url app-html default")
    expect(policy).not.toContain('unsafe-eval')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=(self)')
  })
})

test('the script that the build wrote into the page may run, and no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><script>console.log(1)</script>')
  const stand = await TestService.start({ distFolder: folder })
  for (const path of ['live', 'index.html']) {
    const { headers } = await fetch(`${stand.url}/user/${path}`, { headers: { accept: 'text/html' } })
    const hash = createHash('sha256').update('console.log(1)').digest('base64')
    expect(headers.get('content-security-policy')).toContain(`; script-src 'self' 'sha256-${hash}'; `)
  }
  await stand.close()
  await rm(folder, { recursive: true })
})

test('the one script that makes WebAssembly of its own may run that, and no other script may', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  await mkdir(join(folder, 'js'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  const names = ['faces-worker-0123abcd.js', 'core-worker-0123abcd.js', 'faces-worker.js', 'no-faces-worker-0123abcd.js']
  for (const name of names) await writeFile(join(folder, 'js', name), '')
  const stand = await TestService.start({ distFolder: folder })
  const allowed = await Promise.all(
    names.map(async (name) => {
      const { headers } = await fetch(`${stand.url}/user/js/${name}`)
      const [, sources] = /; script-src ([^;]+);/.exec(headers.get('content-security-policy') ?? '') ?? []
      return sources
    }),
  )
  expect(allowed).toEqual(["'self' 'wasm-unsafe-eval'", "'self'", "'self'", "'self'"])
  await stand.close()
  await rm(folder, { recursive: true })
})

test('pages may have frames of this origin alone, and only the app may stand in one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  for (const page of ['index', 'share', 'kiosk']) await writeFile(join(folder, `${page}.html`), `<!doctype html><script>${page}()</script>`)
  const stand = await TestService.start({ distFolder: folder })
  const policyOf = async (path: string) => {
    const { headers } = await fetch(`${stand.url}/user/${path}`, { headers: { accept: 'text/html' } })
    return String(headers.get('content-security-policy'))
  }
  for (const path of ['kiosk', 'kiosk?screen=2', 'kiosk.html']) {
    const policy = await policyOf(path)
    expect(policy).toContain("default-src 'none'; frame-src 'self'; ")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`'sha256-${createHash('sha256').update('kiosk()').digest('base64')}'`)
  }
  for (const path of ['live', 'kiosk-screen']) {
    expect(await policyOf(path)).toContain("default-src 'none'; frame-src 'self'; ")
    expect(await policyOf(path)).toContain("frame-ancestors 'self'")
  }
  const share = await policyOf('archives-share/1')
  expect(share).toContain("frame-ancestors 'none'")
  expect(share).toContain("default-src 'none'; frame-src 'self'; ")
  await stand.close()
  await rm(folder, { recursive: true })
})

describe('the manifest, by which browsers install the app,', () => {
  test('has the name and the colour of the customer whose address it is, and changes with them', async () => {
    const manifest = async () => JSON.parse((await ask('/user/manifest.webmanifest')).body.toString()) as Record<string, unknown>
    const { productName, accentColor } = await service.client().call(customerWebsiteGet, null)
    expect(await manifest()).toMatchObject({ name: productName, short_name: productName, theme_color: accentColor, id: '/user/' })
    await service.edit((db) => db.updateTable('organization').set({ product_name: 'Harbor Watch', accent_color: '#aa3300' }).execute())
    expect(await manifest()).toMatchObject({ name: 'Harbor Watch', theme_color: '#aa3300', scope: '/user/' })
    expect((await ask('/user/manifest.webmanifest')).headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  test.each([
    ['zh-CN,zh;q=0.9', '报警'],
    ['de-DE', 'Alarms'],
  ])('names shortcuts in the language of the browser: %s', async (language, name) => {
    const { body } = await ask('/user/manifest.webmanifest', { 'accept-language': language })
    const { shortcuts } = JSON.parse(body.toString()) as { shortcuts: { name: string; url: string }[] }
    expect(shortcuts).toContainEqual({ name, url: 'alerts' })
  })
})

describe('branding pictures', () => {
  test('are there for every address that branding names', async () => {
    const { logoUrl, backgroundUrl, faviconUrl } = await service.client().call(customerWebsiteGet, null)
    for (const url of [logoUrl, backgroundUrl, faviconUrl]) {
      const { status, headers, body } = await ask(url ?? '')
      expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(body.toString()).toMatch(/^<svg [^]*<\/svg>\s*$/)
    }
  })
})

test('without a built app the answer is one plain sentence, until it is built', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  const bare = await TestService.start({ distFolder: join(empty, 'dist') })
  const answer = await fetch(`${bare.url}/user/`)
  expect([answer.status, await answer.text()]).toEqual([503, 'The app is not built yet; run npm run build.\n'])
  await mkdir(join(empty, 'dist'))
  await writeFile(join(empty, 'dist', 'index.html'), await readFile(join(dist, 'index.html')))
  expect(await (await fetch(`${bare.url}/user/`)).text()).toBe(page)
  await bare.close()
  await rm(empty, { recursive: true, force: true })
})

test('pages of the two releases before still find their parts after a deployment, and older ones do not', async () => {
  const deployed = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  const deploy = async (name: string) => {
    await rm(deployed, { recursive: true })
    await mkdir(join(deployed, 'js'), { recursive: true })
    await writeFile(join(deployed, 'index.html'), `<!doctype html><script src="/user/js/main-${name}.js"></script>`)
    await writeFile(join(deployed, 'js', `main-${name}.js`), `console.log('${name}')`)
    await writeFile(join(deployed, 'js', 'plain.js'), `console.log('${name}')`)
  }
  const names = ['release1', 'release2', 'release3', 'release4'] as const
  await deploy(names[0])
  const stand = await TestService.start({ distFolder: deployed })
  const get = (path: string) => fetch(`${stand.url}/user/${path}`, { headers: { accept: 'text/html' } })
  /** Somebody opens a page, and the service has taken note of the release. */
  const visit = async (name: string) => {
    expect(await (await get('live')).text()).toContain(name)
    await expect
      .poll(async () => (await readdir(join(stand.folder, 'releases'))).length)
      .toBe(Math.min(names.indexOf(name as 'release1') + 1, 3))
    await expect
      .poll(async () => (await readdir(join(stand.folder, 'releases'), { recursive: true })).filter((file) => file.includes(name)))
      .toHaveLength(1)
  }
  await visit(names[0])
  for (const name of names.slice(1)) {
    await deploy(name)
    await visit(name)
  }
  for (const name of names.slice(1)) {
    const answer = await get(`js/main-${name}.js`)
    expect([answer.status, await answer.text()]).toEqual([200, `console.log('${name}')`])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  expect((await get(`js/main-${names[0]}.js`)).status).toBe(404)
  // The service that starts anew finds them again.
  await stand.restart()
  expect((await get(`js/main-${names[1]}.js`)).status).toBe(200)
  expect((await get('js/../../releases')).status).toBe(404)
  await stand.close()
  await rm(deployed, { recursive: true })
})

test('a release that is kept already is not copied once more when the service starts anew, and gets the parts that it has not', async () => {
  const deployed = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
  await mkdir(join(deployed, 'js'))
  await writeFile(join(deployed, 'index.html'), '<!doctype html><script src="/user/js/main-release1.js"></script>')
  await writeFile(join(deployed, 'js', 'main-release1.js'), '')
  const stand = await TestService.start({ distFolder: deployed })
  const folder = join(stand.folder, 'releases')
  /** Somebody opens a page: what is deployed is kept then. */
  const visit = () => fetch(`${stand.url}/user/live`, { headers: { accept: 'text/html' } })
  await visit()
  const [kept = ''] = await readdir(folder)
  expect(kept).toMatch(/^000001-/)
  // As a service leaves it that is ended while it copies.
  await mkdir(join(folder, '000002-0123456789abcdef.half', 'js'), { recursive: true })
  await stand.restart()
  await visit()
  expect(await readdir(folder)).toEqual([kept])
  // Of the pages only the first tells releases apart by its name.
  await writeFile(join(deployed, 'js', 'kiosk-release2.js'), '')
  await stand.restart()
  await visit()
  expect(await readdir(folder)).toEqual([kept])
  expect((await fetch(`${stand.url}/user/js/kiosk-release2.js`)).status).toBe(200)
  await stand.close()
  await rm(deployed, { recursive: true })
})

describe('deployments that follow each other faster than a release is compressed', () => {
  /** Long enough that compressing it takes longer than the deployments; no two lines are the same. */
  const long = Array.from({ length: 25_000 }, (_, line) => `/* ${Math.sin(line)} */`).join('\n')
  let deployed: string
  let stand: TestService

  /** Puts a release in the place of the last, in one moment. */
  const deploy = async (name: string) => {
    const next = join(deployed, 'next')
    await mkdir(join(next, 'js'), { recursive: true })
    await writeFile(join(next, 'index.html'), `<!doctype html><script src="/user/js/main-${name}.js"></script><!-- ${long} -->`)
    await writeFile(join(next, 'js', `main-${name}.js`), `console.log('${name}')\n${long}`)
    await rm(join(deployed, 'dist'), { recursive: true, force: true, maxRetries: 10 })
    await rename(next, join(deployed, 'dist'))
  }
  const get = (path: string, encoding = 'identity') =>
    fetch(`${stand.url}/user/${path}`, { headers: { accept: 'text/html', 'accept-encoding': encoding } })

  beforeEach(async () => {
    deployed = await mkdtemp(join(tmpdir(), 'sightline-dist-'))
    await deploy('release1')
    stand = await TestService.start({ distFolder: join(deployed, 'dist') })
  })
  afterEach(async () => {
    await stand.close()
    await rm(deployed, { recursive: true, force: true })
  })

  test('whoever was given a page finds its parts for two more releases, and not for three', async () => {
    expect(await (await get('live')).text()).toContain('release1')
    for (const name of ['release2', 'release3', 'release4']) {
      await deploy(name)
      expect(await (await get('live')).text()).toContain(name)
    }
    const statuses = ['release1', 'release2', 'release3', 'release4'].map(async (name) => (await get(`js/main-${name}.js`)).status)
    expect(await Promise.all(statuses)).toEqual([404, 200, 200, 200])
  })

  test('pages of the release before get their parts compressed, as they did before the deployment', async () => {
    const kept = () => readdir(join(stand.folder, 'releases'), { recursive: true })
    await get('live')
    await expect.poll(kept, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/main-release1\.js\.gz$/))
    await deploy('release2')
    await get('live')
    expect((await get('js/main-release1.js', 'gzip')).headers.get('content-encoding')).toBe('gzip')
  })

  test('the compressed page is that of the newest release, and nothing half-written stays', async () => {
    for (const name of ['release2', 'release3']) {
      await get('live')
      await deploy(name)
    }
    const page = async () => {
      const answer = await get('live', 'br')
      return [answer.headers.get('content-encoding'), /release\d/.exec(await answer.text())?.[0]]
    }
    await expect.poll(page, { timeout: 20_000 }).toEqual(['br', 'release3'])
    await expect.poll(async () => (await get('js/main-release3.js', 'gzip')).headers.get('content-encoding')).toBe('gzip')
    expect((await readdir(deployed, { recursive: true })).filter((file) => /tmp$|release[12]/.test(file))).toEqual([])
  })
})
