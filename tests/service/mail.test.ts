import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fastify } from 'fastify'
import { readSettings } from '#contract/settings.ts'
import { Sweeper } from '#server/runtime/clock.ts'
import { startPostman } from '#server/mail/postman.ts'
import { randomId } from '#server/runtime/secrets.ts'
import { MailServer } from '#tests/support/mail-server.ts'
import { SENDER, TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const OUTBOX = '/sandbox/outbox'

/** Puts a mail into the queue beside the service, as its calls do. */
function queue(service: TestService, to: string | null, changes: { subject?: string; body?: string; attachments_json?: string } = {}) {
  const mail = { id: randomId(), to_address: to, subject: 'A subject', body: 'A body\n', attachments_json: '[]', tries: 0, ...changes }
  return service.edit((db) =>
    db
      .insertInto('mail')
      .values({ ...mail, created_at_ms: service.now, next_try_at_ms: service.now })
      .execute(),
  )
}

async function waiting(service: TestService): Promise<number> {
  let count = 0
  await service.edit(async (db) => {
    count = (await db.selectFrom('mail').select('id').execute()).length
  })
  return count
}

describe('with a mail server', () => {
  let mailServer: MailServer
  let service: TestService
  beforeEach(async () => {
    mailServer = await MailServer.start()
    service = await TestService.start({ smtpUrl: mailServer.url })
  })
  afterEach(async () => {
    await service.close()
    await mailServer.close()
  })

  test('a mail arrives once, with its sender, its text in any script and its picture', async () => {
    await service.objects.put('snapshots/gate.jpg', Buffer.from('not really a picture'))
    const picture = { fileName: 'gate.jpg', contentType: 'image/jpeg', objectKey: 'snapshots/gate.jpg' }
    const gone = { ...picture, objectKey: 'snapshots/gone.jpg' }
    await queue(service, 'marit@harbor.example', {
      subject: '您的验证码',
      body: '验证码：7KQ2MD\n',
      attachments_json: JSON.stringify([gone, picture]),
    })
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), 15_000)
    const [mail] = mailServer.received
    expect(mail).toMatchObject({ from: 'no-reply@sightline.example', to: ['marit@harbor.example'] })
    expect(mail?.raw).toContain(`From: ${SENDER}`)
    expect(mail?.raw).toContain(`=?UTF-8?B?${Buffer.from('您的验证码').toString('base64')}?=`)
    const seen = await mailServer.readMailTo('marit@harbor.example')
    expect(seen).toMatchObject({ subject: '您的验证码', text: expect.stringContaining('验证码：7KQ2MD') as string })
    const [shown] = seen?.attachments ?? []
    expect(shown).toMatchObject({ filename: 'gate.jpg', mimeType: 'image/jpeg' })
    expect(seen?.html).toContain(`src="cid:${shown?.contentId?.replaceAll(/[<>]/g, '')}"`)
    expect(seen?.html).toContain('验证码：7KQ2MD')
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 15_000)
    service.advance(60 * MINUTE_MS)
    await queue(service, 'last@harbor.example')
    await vi.waitFor(() => expect(mailServer.received.at(-1)?.to).toEqual(['last@harbor.example']), 15_000)
    expect(mailServer.received).toHaveLength(2)
  })

  test('what is refused for the moment is tried again after a pause, what is refused for good is not', async () => {
    mailServer.refuseWith = 451
    await queue(service, 'slow@harbor.example')
    await vi.waitFor(() => expect(mailServer.tries).toBe(1), 15_000)
    mailServer.refuseWith = undefined
    service.advance(2 * MINUTE_MS)
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), 15_000)
    mailServer.refuseWith = 550
    await queue(service, 'gone@harbor.example')
    await vi.waitFor(() => expect(mailServer.tries).toBe(3), 15_000)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 15_000)
  })

  test('mail waits for a server that is away, over a restart too, is tried after growing pauses, and comes once', async () => {
    const { port } = mailServer
    await mailServer.close()
    await queue(service, 'late@harbor.example')
    const standing = () => service.edit((db) => db.selectFrom('mail').select(['tries', 'next_try_at_ms']).executeTakeFirst())
    for (const [tries, minutes] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ] as const) {
      await vi.waitFor(async () => expect((await standing())?.tries).toBe(tries), 10_000)
      const nextTryAtMs = (await standing())?.next_try_at_ms ?? 0
      expect(Math.round((nextTryAtMs - service.now) / MINUTE_MS)).toBe(minutes)
      if (tries === 2) await service.restart()
      if (tries === 3) mailServer = await MailServer.start(port)
      service.advance(minutes * MINUTE_MS)
    }
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 10_000)
    expect(mailServer.received.map(({ to }) => to)).toEqual([['late@harbor.example']])
  })

  test('what people wrote adds no header, no recipient and no markup', async () => {
    await queue(service, 'a@harbor.example', {
      subject: 'Gate\r\nBcc: thief@evil.example\r\n\r\nSecond body',
      body: 'From <b>Li</b>\r\n.\r\nRCPT TO:<thief@evil.example>\n\n<script>alert(1)</script> https://a.example/"onclick=x\n',
    })
    await queue(service, 'b@harbor.example\r\nBcc: thief@evil.example')
    await vi.waitFor(() => expect(mailServer.received.length).toBeGreaterThan(0), 15_000)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 15_000)
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain('thief@evil.example')
    const [mail] = mailServer.received.filter(({ to }) => to.includes('a@harbor.example'))
    expect(mail?.raw).not.toMatch(/^bcc:/im)
    const seen = await mailServer.readMailTo('a@harbor.example')
    expect(seen?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(seen?.html).toContain('&lt;script&gt;')
    expect(seen?.html).not.toMatch(/<script|<b>|"onclick/)
  })

  test('two processes of one service bring each mail once', async () => {
    const quiet = await TestService.start()
    const databases = [await quiet.openDatabase(), await quiet.openDatabase()]
    const sweepers = databases.map((db) => {
      const sweeper = new Sweeper(() => undefined)
      const settings = { ...readSettings({}), smtpUrl: mailServer.url, mailFrom: SENDER }
      startPostman({ db, now: () => quiet.now, settings, sweeper, objects: quiet.objects, log: fastify({ logger: false }).log })
      return sweeper
    })
    const addresses = Array.from({ length: 20 }, (_, index) => `person${index}@harbor.example`)
    for (const address of addresses) await queue(quiet, address)
    await vi.waitFor(async () => expect(await waiting(quiet)).toBe(0), 20_000)
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
    for (const sweeper of sweepers) await sweeper.close()
    for (const db of databases) await db.destroy()
    await quiet.close()
  })

  test('mail to nobody is thrown away, and there is no outbox', async () => {
    await queue(service, null)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 15_000)
    expect(mailServer.tries).toBe(0)
    expect((await fetch(service.url + OUTBOX)).status).toBe(404)
  })
})

describe('without a mail server', () => {
  let service: TestService
  beforeEach(async () => {
    service = await TestService.start()
  })
  afterEach(() => service.close())

  test('the outbox shows mail, harmless whatever is in it, and nothing that was for nobody', async () => {
    const picture = { fileName: 'gate.jpg', contentType: 'image/jpeg', objectKey: 'snapshots/gate.jpg' }
    const page = { fileName: 'page.html', contentType: 'text/html', objectKey: 'snapshots/page.html' }
    const contents = { picture: Buffer.from('a picture'), page: Buffer.from('<script>') }
    await service.objects.put(picture.objectKey, contents.picture)
    await service.objects.put(page.objectKey, contents.page)
    await queue(service, 'a@b.example', {
      subject: '<script>alert(1)</script>',
      body: 'Open http://localhost/user/login"onclick=x\n',
      attachments_json: JSON.stringify([picture, page]),
    })
    await queue(service, null, { subject: 'For nobody' })
    const answer = await fetch(service.url + OUTBOX)
    const text = await answer.text()
    expect(text).toContain(`src="data:image/jpeg;base64,${contents.picture.toString('base64')}"`)
    expect(text).not.toContain(contents.page.toString('base64'))
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('a@b.example')
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('<script')
    expect(text).not.toContain('"onclick')
    expect(text).not.toContain('For nobody')
  })

  test('the outbox answers to names of this machine alone', async () => {
    const status = await new Promise((resolve, reject) => {
      request(service.url + OUTBOX, { headers: { host: 'attacker.example' } }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(404)
  })

  test('mail is forgotten after a week', async () => {
    await queue(service, 'a@b.example')
    service.advance(8 * 24 * 60 * MINUTE_MS)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 15_000)
  })
})
