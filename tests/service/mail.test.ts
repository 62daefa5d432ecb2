import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { randomId } from '#server/secrets.ts'
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
    const picture = { fileName: 'gate.jpg', contentType: 'image/jpeg', base64: Buffer.from('not really a picture').toString('base64') }
    await queue(service, 'marit@harbor.example', {
      subject: '您的验证码',
      body: '验证码：7KQ2MD\n',
      attachments_json: JSON.stringify([picture]),
    })
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), 5_000)
    const [mail] = mailServer.received
    expect(mail).toMatchObject({ from: 'no-reply@sightline.example', to: ['marit@harbor.example'] })
    expect(mail?.raw).toContain(`From: ${SENDER}`)
    expect(mail?.raw).toContain(`=?UTF-8?B?${Buffer.from('您的验证码').toString('base64')}?=`)
    expect(mail?.raw).toContain('filename=gate.jpg')
    expect(mail?.raw).toContain(picture.base64)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 5_000)
    service.advance(60 * MINUTE_MS)
    await queue(service, 'last@harbor.example')
    await vi.waitFor(() => expect(mailServer.received.at(-1)?.to).toEqual(['last@harbor.example']), 5_000)
    expect(mailServer.received).toHaveLength(2)
  })

  test('what is refused for the moment is tried again after a pause, what is refused for good is not', async () => {
    mailServer.refuseWith = 451
    await queue(service, 'slow@harbor.example')
    await vi.waitFor(() => expect(mailServer.tries).toBe(1), 5_000)
    mailServer.refuseWith = undefined
    service.advance(2 * MINUTE_MS)
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), 5_000)
    mailServer.refuseWith = 550
    await queue(service, 'gone@harbor.example')
    await vi.waitFor(() => expect(mailServer.tries).toBe(3), 5_000)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 5_000)
  })

  test('mail waits for a server that is down, over a restart too', async () => {
    await mailServer.close()
    await queue(service, 'late@harbor.example')
    await service.restart()
    expect(await waiting(service)).toBe(1)
  })

  test('mail to nobody is thrown away, and there is no outbox', async () => {
    await queue(service, null)
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 5_000)
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
    await queue(service, 'a@b.example', { subject: '<script>alert(1)</script>', body: 'Open http://localhost/user/login"onclick=x\n' })
    await queue(service, null, { subject: 'For nobody' })
    const answer = await fetch(service.url + OUTBOX)
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('a@b.example')
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('"onclick')
    expect(page).not.toContain('For nobody')
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
    await vi.waitFor(async () => expect(await waiting(service)).toBe(0), 5_000)
  })
})
